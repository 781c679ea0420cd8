// A trail for every move of the step: how the tokens came to be where they are, also without
// animation, in print and behind a link.

function drawTrails(player, at, how) {
  const { trails } = player.parts;
  trails.replaceChildren();
  trails.classList.toggle('fresh', how === 'tell' && !calm.matches);
  for (const picture of player.pictures) {
    const seen = new Set();
    const packetsFirst = [...picture.moves].sort((a, b) =>
      (picture.id(b.item)?.[0] === 'p') - (picture.id(a.item)?.[0] === 'p'));
    for (const move of packetsFirst) {
      const id = picture.id(move.item);
      if (!id || seen.has(id) || move.to === 'done') continue;
      seen.add(id);
      const trail = trailOf(player, picture, move, id, at);
      if (trail) trails.append(trail);
    }
  }
}

function trailOf(player, picture, move, id, at) {
  const name = picture.key(move.item), packet = id[0] === 'p';
  const rides = packet && picture.moves.some(other => other.with === move.item);
  const a = picture.from.get(name), carrier = picture.from.get(picture.key(move.to));
  const z = rides && carrier ? badge(carrier) : picture.to.get(name);
  if (!a || !z || z.hidden || (Math.abs(a.x - z.x) < 3 && Math.abs(a.y - z.y) < 3)) return null;
  const order = picture.moves.indexOf(move);
  const group = svgEl('g', { style: `animation-delay:${(order + 0.35)
    * player.beat(picture.moves.length)}ms` });
  const top = packet && overLane(player, picture, move, a, z, at);
  const colour = packet ? null : paint(group, +id.slice(1));
  const stroke = colour ? 'var(--ce)' : 'var(--ink)';
  const line = { d: road(a, z, top), stroke, opacity: packet ? 0.5 : 0.65 };
  if (packet) line['stroke-dasharray'] = '1 5';
  group.append(svgEl('path', line));
  const ghost = { class: 'ghost', stroke, 'stroke-opacity': packet ? 0.5 : 0.75 };
  const box = spot => svgEl('rect', { ...ghost, x: spot.x - 17, y: spot.y - 11, width: 34,
    height: 22, rx: 4 });
  if (rides) group.append(box(z));
  if (packet && !a.hidden) group.append(box(a));
  if (!packet && !a.hidden) {
    group.append(svgEl('circle', { ...ghost, cx: a.x, cy: a.y, r: a.size / 2 - 1 }));
  }
  return group;
}

function road(a, z, top) {
  if (top && narrow.matches) return `M${a.x} ${a.y}Q${top.x} ${top.y} ${z.x} ${z.y}`;
  if (top) {
    return `M${a.x} ${a.y}C${a.x + (top.x - a.x) * 0.35} ${top.y} ${top.x - 50} ${top.y} `
      + `${top.x} ${top.y}S${z.x - 10} ${top.y + 8} ${z.x} ${z.y}`;
  }
  const dx = z.x - a.x, dy = z.y - a.y, length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(46, length * 0.22), side = dx < 0 ? -1 : 1;
  const x = (a.x + z.x) / 2 + dy / length * bend * side;
  const y = (a.y + z.y) / 2 - Math.abs(dx) / length * bend * side;
  return `M${a.x} ${a.y}Q${x} ${y} ${z.x} ${z.y}`;
}
