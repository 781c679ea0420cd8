// What every player has, whatever its trace. No text of a trace goes through here.

const ICONS = {
  first: 'M1 1h2v10H1zM11 1v10L4 6z', back: 'M9 1v10L2 6z', play: 'M2 1v10l9-5z',
  pause: 'M2 1h3v10H2zM7 1h3v10H7z', next: 'M3 1v10l7-5z', last: 'M9 1h2v10H9zM1 1v10l7-5z',
};
const icon = name =>
  svgEl('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svgEl('path', { d: ICONS[name] }));

const SKELETON = `
<button type="button" class="sr skip" data-part="skip">Skip to the step</button>
<header class="top">
  <h1></h1><p class="q"></p>
  <nav class="around" data-part="site" aria-label="Site" hidden></nav>
  <div class="seg" role="group" aria-label="Limit" data-part="variants"></div>
  <button type="button" class="tool" data-part="compare" aria-pressed="false">Compare</button>
  <button type="button" class="tool" data-part="predict" aria-pressed="false"
    title="Ask me before each hand-over (P)">Predict</button>
  <button type="button" class="tool" data-part="theme"
    title="Light, dark or as the system (T)">◐</button>
  <button type="button" class="tool" data-part="help" title="Keyboard (?)"
    aria-label="Keyboard help">?</button>
</header>
<div class="page">
  <main>
    <div class="telling" data-part="telling">
      <section class="told" data-part="told" tabindex="-1" aria-label="What happened"></section>
      <div class="note" data-part="note"></div></div>
    <section class="stage" data-part="stage" aria-label="The five structures of each port">
      <div data-part="boards"></div>
      <svg class="trails" data-part="trails" aria-hidden="true"></svg>
      <div class="tokens" data-part="tokens" aria-hidden="true"></div>
    </section>
    <div class="bar" role="group" aria-label="Playback" data-part="bar">
      <button type="button" class="go" data-part="first" aria-label="First step"
        title="Home"></button>
      <button type="button" class="go" data-part="back" aria-label="Step back"
        title="←"></button>
      <button type="button" class="go" data-part="play" aria-label="Play"
        title="Space"></button>
      <button type="button" class="go main" data-part="next" aria-label="Step forward"
        title="→"></button>
      <label><span class="sr">Speed</span><select data-part="speed" aria-label="Speed">
        <option value="0.5">½×</option><option value="1" selected>1×</option>
        <option value="2">2×</option><option value="4">4×</option></select></label>
      <label class="jump"><input data-part="jump" inputmode="numeric"
        aria-label="Go to step"> <span data-part="of"></span></label>
      <div class="meters" data-part="meters"></div>
    </div>
    <section class="time" data-part="time" aria-label="Timeline">
      <div class="rows" data-part="rows"><svg aria-hidden="true" data-part="chart"></svg>
        <div class="here" data-part="here"></div><div class="veil" data-part="veil"></div>
        <svg class="held-marks" aria-hidden="true" data-part="held"></svg></div>
      <div class="axis" data-part="axis" aria-hidden="true"></div>
      <input class="scrub" type="range" data-part="scrub" min="0" step="1" aria-label="Step">
      <div class="legend"><p data-part="legend" aria-hidden="true"></p>
        <button type="button" class="explain" data-part="explain">what the numbers mean</button>
        <div class="zoom" role="group" aria-label="Zoom of the timeline" data-part="zoom"></div>
      </div>
    </section>
  </main>
  <aside class="rail" aria-label="Explanation">
    <section class="ending" data-part="ending" hidden></section>
    <section class="why" data-part="why"></section>
    <section class="programs" data-part="programs"></section>
    <section class="steps"><h2>Steps</h2>
      <div class="list" data-part="list" tabindex="0" role="group" aria-label="All steps">
        <ol data-part="steps"></ol></div></section>
  </aside>
</div>
<p class="sr" data-part="live" aria-live="polite" aria-atomic="true"></p>
<dialog data-part="dialog"></dialog>
<div class="prints" data-part="prints" aria-hidden="true"></div>`;

/** Fills the element, and gives its parts by name. */
function skeleton(root) {
  root.classList.add('iocp-player');
  root.innerHTML = SKELETON;
  const parts = {};
  for (const node of root.querySelectorAll('[data-part]')) parts[node.dataset.part] = node;
  parts.title = root.querySelector('h1');
  parts.question = root.querySelector('header .q');
  const word = text => el('span', 'word', text);
  parts.first.append(icon('first'));
  parts.back.append(icon('back'), word('Back'));
  parts.next.append(word('Step'), icon('next'));
  return parts;
}
