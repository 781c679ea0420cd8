// Reads every export in a folder with a reader of its language that is not ours.
//
//     node readers.mjs FOLDER
//
// The end of a name says what a file is: .mmd, .dot, .svg, .perfetto.json, .trace.json, .html.
// Each file that can not be read is a line `FAILED name: why`, and the exit code is 1. A file that
// ends otherwise is left alone. It reads files alone, and nothing from the network.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { DOMParser } from "@xmldom/xmldom";
import Ajv2020 from "ajv/dist/2020.js";
import mermaid from "mermaid";
import { parse } from "parse5";

const SVG = "http://www.w3.org/2000/svg";
const DOCS = new URL("../../docs/", import.meta.url);

const graphviz = await Graphviz.load();
// An unknown keyword is an error; what a schema leaves to the schema around it is not.
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });

const readers = new Map([
  [".perfetto.json", schemaReader("perfetto.schema.json")],
  [".trace.json", schemaReader("trace.schema.json")],
  [".mmd", readMermaid],
  [".dot", readDot],
  [".svg", readSvg],
  [".html", readHtml],
]);

await main(process.argv[2]);

async function main(folder) {
  if (folder === undefined) {
    console.error("usage: node readers.mjs FOLDER");
    process.exit(2);
  }
  const counts = new Map();
  let failures = 0;
  for (const name of readdirSync(folder).sort()) {
    const kind = [...readers.keys()].find((end) => name.endsWith(end));
    if (kind === undefined) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    try {
      await readers.get(kind)(readFileSync(join(folder, name), "utf8"));
    } catch (error) {
      failures += 1;
      console.log(`FAILED ${name}: ${String(error?.message ?? error).slice(0, 2000)}`);
    }
  }
  console.log([...counts].map(([kind, count]) => `${count} ${kind}`).join(", ") || "no export");
  process.exitCode = failures > 0 || counts.size === 0 ? 1 : 0;
}

function ensure(condition, why) {
  if (!condition) throw new Error(why);
}

function schemaReader(file) {
  const validate = ajv.compile(JSON.parse(readFileSync(new URL(file, DOCS), "utf8")));
  return (text) => {
    ensure(validate(JSON.parse(text)), `not of ${file}: ${ajv.errorsText(validate.errors)}`);
  };
}

async function readMermaid(text) {
  const { diagramType } = await mermaid.parse(text);
  ensure(diagramType === "sequence", `it is a diagram of type ${diagramType}`);
}

/** Lays the graph out, and holds what was drawn against what was written. */
function readDot(text) {
  const drawn = JSON.parse(graphviz.layout(text, "json0", "dot"));
  const [states, steps] = [...text.matchAll(/^ {2}n\d+ (\[|->)/gm)].reduce(
    ([nodes, edges], [, what]) => (what === "[" ? [nodes + 1, edges] : [nodes, edges + 1]),
    [0, 0],
  );
  const nodes = (drawn.objects ?? []).filter(({ name }) => /^n\d+$/.test(name)).length;
  const edges = (drawn.edges ?? []).length;
  ensure(states > 0, "it has no node");
  ensure(nodes === states, `${states} nodes are written, and ${nodes} are drawn`);
  ensure(edges === steps, `${steps} edges are written, and ${edges} are drawn`);
}

/** Well-formed XML that names and describes itself, with ids that are its own, and alone. */
function readSvg(text) {
  const onError = (level, message) => {
    throw new Error(`${level}: ${message}`);
  };
  const root = new DOMParser({ onError }).parseFromString(text, "image/svg+xml").documentElement;
  ensure(root.localName === "svg" && root.namespaceURI === SVG, "its root is no svg");
  ensure(root.getAttribute("viewBox"), "it has no viewBox");
  for (const name of ["title", "desc"]) {
    const [first] = Array.from(root.getElementsByTagNameNS(SVG, name));
    ensure(first?.textContent.trim(), `it has no ${name}`);
  }
  const ids = new Set();
  for (const element of Array.from(root.getElementsByTagNameNS("*", "*"))) {
    ensure(element.localName !== "script", "it has a script");
    for (const { name, value } of Array.from(element.attributes)) {
      ensure(!/^on/i.test(name), `it has a handler, ${name}`);
      ensure(!/href$/i.test(name) || value.startsWith("#"), `it needs ${value}`);
      ensure(name !== "id" || !ids.has(value), `the id ${value} is there twice`);
      if (name === "id") ids.add(value);
      ensure(!/NaN|undefined|Infinity/.test(value) || /label$/.test(name), `${name} is ${value}`);
    }
  }
}

/** A page without a fault, with data that can be read, and that needs no other file. */
function readHtml(text) {
  const faults = [];
  const document = parse(text, { onParseError: ({ code, startLine }) => faults.push(`${code} in line ${startLine}`) });
  ensure(faults.length === 0, faults.join(", "));
  let data = 0;
  const waiting = [document];
  while (waiting.length > 0) {
    const node = waiting.pop();
    waiting.push(...(node.childNodes ?? []), ...(node.content ? [node.content] : []));
    const attribute = (name) => node.attrs?.find((attr) => attr.name === name)?.value;
    if (node.tagName === "script" && attribute("type") === "application/json") {
      JSON.parse(node.childNodes.map(({ value }) => value).join(""));
      data += 1;
    }
    const source = attribute("src") ?? (node.tagName === "link" ? attribute("href") : undefined);
    ensure(source === undefined || source.startsWith("data:"), `it needs ${source}`);
  }
  ensure(data > 0, "it has no data");
}
