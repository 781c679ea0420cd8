// Elements, made without parsing any text as HTML.

export const $ = id => document.getElementById(id);

export const el = (tag, name, ...children) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...children);
  return node;
};

export const press = (label, act) => {
  const button = el('button', '', label);
  button.type = 'button';
  button.onclick = act;
  return button;
};

/** What is wrong, as a sentence; what could help is said behind it. */
export const sentence = ({ message, help }) => {
  const words = message + (help ? `; ${help}` : '');
  return /[.?!]$/.test(words) ? words : `${words}.`;
};
