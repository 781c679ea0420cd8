// Why: the rule that says most about the step, how things stood when it decided, its reason in
// general, its evidence with the sources in full, and the other rules at work.

function drawWhy(player) {
  const { why } = player.parts, step = player.step();
  why.replaceChildren(el('h2', '', 'Why'));
  if (player.asking) {
    why.append(el('p', 'rule', 'The rule and its reason come after your answer.'));
    return;
  }
  if (!step.lead) {
    const words = player.at.step ? 'Nothing moved, and no call ended.'
      : 'Each step has a rule, and each rule a reason. They will stand here.';
    why.append(el('p', 'rule', words));
    return;
  }
  why.append(...ruleText(player, step.lead, hereWords(player, step)));
  const rules = [...step.moves.map(move => move.rule), ...step.results.map(result => result.rule)];
  const also = [...new Set(rules)].filter(rule => rule !== step.lead);
  if (also.length) why.append(alsoAtWork(player, also));
}

/** What the rule decided upon: the port as it stood before the step. */
function hereWords(player, step) {
  const variant = player.variant(), of = name => variant.kind(name)?.kind;
  const told = step.moves.some(({ item }) => ['thread', 'packet'].includes(of(item)));
  const moved = step.moves.find(({ rule }) => rule === step.lead) || step.moves[0];
  const name = moved?.port ?? step.event.split(' ').find(word => of(word) === 'port');
  const place = variant.ports.indexOf(name);
  if (place < 0 || (!told && !step.results.length)) return '';
  const port = variant.state(step.n - 1).ports[place], runs = port.released.length;
  const queued = port.queue.length > 1 ? `${port.queue.length} packets were`
    : `${port.queue.length || 'no'} packet was`;
  const [actor, act] = step.event.split(': '), asks = act?.startsWith('get ')
    && port.released.includes(variant.kind(actor)?.n);
  const own = asks ? ` Without ${cut(actor, 18)}, which asks: ${runs - 1}.` : '';
  return `${plural(runs, 'thread')} of ${cut(name, 18)} ran under a limit of ${port.limit}, ${
    port.waiting.length || 'none'} waited, and ${queued} queued.${own}`;
}

function ruleText(player, id, here) {
  const rule = player.story.rules[id];
  const more = el('details', 'more', summary('evidence', 'Evidence and detail'),
    el('p', 'evidence', ...withSources(player, rule.evidence)));
  if (rule.detail) more.append(el('p', '', rule.detail));
  if (rule.profile) more.append(el('p', '', `Profile: ${rule.profile}`));
  more.append(el('p', 'section', `SPEC.md, ${rule.section}, rule ${id}`), sourceList(player, rule));
  more.open = player.wish.evidence;
  more.addEventListener('toggle', () => { player.wish.evidence = more.open; });
  const because = (label, words) => words ? el('p', 'because', el('b', '', label), words) : '';
  return [el('p', 'rule', ruleLink(player, id, 'rid'), rule.sentence),
    because('Before this step ', here), because('In general ', rule.why),
    el('p', 'src', kindOfEvidence(rule.evidence)), more];
}

/** How sure a rule is: the words before the sources, in full below. */
const kindOfEvidence = evidence => {
  const words = evidence.replace(/\s*\([^()]*\)/g, '').split(/[.:]/)[0];
  return words ? `${words[0].toUpperCase()}${words.slice(1)}.` : '';
};

/** The keys of sources in a text, with what they stand for as a title. */
function withSources(player, text) {
  return text.split(/((?:ms|wt|wi|ro):[a-z0-9-]+)/).map((part, n) => {
    const source = n % 2 && player.story.sources[part];
    if (!source) return part;
    const key = el('abbr', '', part);
    key.title = source;
    return key;
  });
}

function sourceList(player, rule) {
  const { sources } = player.story;
  const keys = [...new Set(rule.evidence.match(/(?:ms|wt|wi|ro):[a-z0-9-]+/g) || [])];
  return el('ul', 'sources', ...keys.filter(key => sources[key]).map(key =>
    el('li', '', el('span', 'mono', key), ` ${sources[key]}`)));
}

function alsoAtWork(player, rules) {
  const ids = rules.flatMap((id, n) => [n ? ', ' : '', el('span', 'mono', id)]);
  return el('details', 'also', summary('also', 'Also at work: ', ...ids),
    ...rules.map(id => el('p', '', ruleLink(player, id, 'mono'),
      ` ${player.story.rules[id].sentence}`)));
}
