// Elements, made without parsing any text as HTML.

const el = (tag, name, ...children) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...children.filter(child => child != null));
  return node;
};

const svgEl = (tag, attributes, ...children) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  node.append(...children);
  return node;
};

/** What is drawn only: its words stand beside it for ears. */
const drawn = node => {
  node.setAttribute('aria-hidden', 'true');
  return node;
};

const press = (name, label, act, ...children) => {
  const button = el('button', name, ...children);
  button.type = 'button';
  if (label) button.setAttribute('aria-label', label);
  button.addEventListener('click', act);
  return button;
};

/** What opens details. It keeps the focus when it is drawn anew. */
const summary = (keep, ...children) => {
  const node = el('summary', '', ...children);
  node.dataset.keep = keep;
  return node;
};

/** What scrolls can be reached with keys, and fades out where it goes on. */
const scrollable = (node, label) => {
  const fade = () => node.classList.toggle('goes-on',
    node.scrollHeight - node.scrollTop - node.clientHeight > 3);
  node.onscroll = fade;
  fade();
  if (node.scrollHeight <= node.clientHeight + 1) {
    // Who has the focus keeps it.
    if (node !== document.activeElement) return node.removeAttribute('tabindex');
    node.tabIndex = -1;
    return undefined;
  }
  node.tabIndex = 0;
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label', label);
  return undefined;
};

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** A long text with its middle left out. */
const cut = (text, most) => {
  if (text.length <= most) return text;
  const half = Math.ceil((most - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - (most - 1 - half))}`;
};

/** Nanoseconds, which may need 64 bits, in the largest unit that keeps them whole. */
const duration = text => {
  const ns = BigInt(text);
  for (const [unit, size] of [['s', 1000000000n], ['ms', 1000000n], ['us', 1000n]]) {
    if (ns && ns % size === 0n) return `${ns / size} ${unit}`;
  }
  return `${ns} ns`;
};
