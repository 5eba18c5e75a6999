import path from 'node:path';
import { firstPictureScript, measureSite, type SiteFile, totalOf } from './siteSize.ts';

/** What a part of the built site weighs, and may weigh, in gzip bytes. */
interface Budget {
  readonly name: string;
  readonly bytes: number;
  readonly limit: number;
}

const folder = path.resolve(import.meta.dirname, '../../dist');
const all = await measureSite(folder);
const sumOf = (some: readonly SiteFile[]) =>
  some.reduce((total, { gzipBytes }) => total + gzipBytes, 0);

/** Tools, which nothing of the page needs: loaded when somebody uses them first. */
const TOOL =
  /\/(debugger|resources|project|NewDialog|disk|readAsset|importAsset|inRowOrder|CommandPalette|paletteCommands|refactoring|inlayHints|profile|drawChart|capture|compare|animation|suitableAnimations|pictureReader|pngEncoder|texelFormat|besideRun|writeZip|targets|SidesPanel|CostBar|fillOutline|wgslProblems|analysisWorker|declaredPlaces)-[^/]+\.(js|css)$/;
/** What writes films, most of it mediabunny. */
const FILM = /\/film-[^/]+\.(js|css)$/;
const films = all.filter(({ path: file }) => FILM.test(file));
const tools = all.filter(({ path: file }) => TOOL.test(file));
/** clang-format and what checks its answers. */
const FORMATTER = /\/(clang-format-[^/]+\.wasm|(formatting|formatWorker)-[^/]+\.js)$/;
const formatter = all.filter(({ path: file }) => FORMATTER.test(file));
/** What only embeds load, and the pages around them. */
const EMBED =
  /\/(embed|embeds|embedPage|firstOptions|dom|sourceView|targetView|serveParent|binaryOfParent)-[^/]+\.(js|css)$|slang-playground\.js$/;
/** What takes a program elsewhere or brings it here, loaded when somebody does so. */
const ELSEWHERE =
  /\/(ExportDialog|_virtual_export-\w+|ShareDialog|converter|convertWorker|reduce|ReduceDialog|wgslReports|reportMarkdown|readCarried|createPlayground|methods|rawAddress)-[^/]+\.(js|css)$/;
const elsewhere = all.filter(({ path: file }) => ELSEWHERE.test(file));
const embeds = all.filter(({ path: file }) => EMBED.test(file));
const files = all.filter(
  (file) => ![...tools, ...films, ...formatter, ...embeds, ...elsewhere].includes(file),
);
const page = totalOf(files, 'page script');
const worker = totalOf(files, 'worker script');
const style = totalOf(files, 'style');

/** Loaded when a person opens them, or what uses them, or a compile takes too long; by no visit before. */
const OPENED =
  /\/(Dialog|HelpDialog|HistoryDialog|GalleryDialog|gallery|sections|ReflectionPanel|disassemble|completeAnswer|pageLinks|names|data|SourceNotice|MenuItems|LinkPopover|HeldRunQuestion|timeOutAdvice|dropped)-[^/]+\.js$/;
const opened = sumOf(files.filter((file) => OPENED.test(file.path)));

/** Of what the page loads before its first picture, an embed may load so much before its own. */
const EMBED_SHARE = 0.6;
const beforePicture = await firstPictureScript(folder, files);

const budgets: readonly Budget[] = [
  // Boundaries around the parts of the page, and the record of starts that failed, take 2 kB; the words for
  // programs that only compile and the picture in place of WebGPU, 0.7 kB; what a trace tells the run, 0.2 kB.
  // Beside it, buttons and places of tools: the one of Export and those of conversions and “Reduce” are 0.5 kB.
  // The drawer with the status bar, arrangements, the place of notices and the name of the project take 2.5 kB;
  // the switch of a small screen, with the picture above its source, 0.5 kB; what a narrow window leaves to
  // menus, 0.1 kB.
  { name: 'page script before the first picture', bytes: beforePicture, limit: 172_500 },
  {
    name: 'embed script before the first picture',
    bytes: await firstPictureScript(folder, all, 'embed.html'),
    limit: Math.floor(EMBED_SHARE * beforePicture),
  },
  // The page of embeds without what it shares with the playground: its first script, options, controls,
  // notices and views, the conversation with the page around it and the compiler from there (1 kB); a fifth
  // of it is style. And for other pages, the element (4 kB), and the page that explains it (3 kB).
  { name: 'embeds only', bytes: sumOf(embeds), limit: 24_500 },
  // The dialog with what writes exports (50 kB), the scripts that go into them (21 kB for the HTML page), the
  // converter of GLSL and HLSL with its worker (22 kB), what reduces sources (10 kB), the share dialog (5 kB), and the API.
  { name: 'elsewhere, loaded on first use', bytes: sumOf(elsewhere), limit: 127_000 },
  // The editor comes behind the first picture; Help, Reflection, the history with its comparison of
  // texts (17 kB) and others when they are opened.
  // Names and pins in the history, invisible characters, titles and saving take 8 kB of it; limits on
  // texts, frames that give way and small screens 3 kB; the compiler's scheduler as one table of
  // transitions, and messages and runs as typed values 2 kB; what loads tools and lets them see frames
  // and open tabs, and the demo and Help's pages about the debugger 4 kB. Several files in the editor,
  // its language client and the lints take 9 kB, links to projects 4 kB, taking dropped files, comparing
  // projects and Help about them 5 kB. The timeline and the places of the tools of time take 11 kB, links
  // to frames, drafts with animations and Help about them 4 kB; the rest are parts that load on their own
  // since, behind the first picture or when they are opened, and pack less well (16 kB).
  // Linked lines (8 kB), changes with what compiles for both (9 kB) and what the code views share take 20 kB;
  // the tables of the reflection 7 kB, the playground's modules to read, problems and Help about them 8 kB.
  // Embeds load the editor, the timeline and others without the interface, so these are files of their own and
  // pack less well (10 kB); the places of conversions, reports and embeds, and Help about them, take 4 kB.
  // The report of what failed, and the text alone of a source with which the page failed, take 4 kB. “Go to line”
  // and the reasons of lines without code take 1 kB.
  // The manifests of tools are a file of their own behind the first picture, and what was written in many places is in
  // tables that all their readers load (2 kB).
  // The drawer, one place for notices, context menus, the settings of the picture, names of projects, beginnings of an
  // empty source, and the search in Help take 8 kB. The picture's menu, the gutter's entries to the debugger, the
  // scale of heat maps, and menus of commands in place of buttons take 3 kB. The dialog that renames a project takes 1 kB.
  { name: 'page script', bytes: page, limit: 556_000 },
  // The debugger: a reader of Slang that instruments it, a reader of traces, and what shows them
  // (53 kB). The resource inspector: layouts, exports, drawing and statistics on the GPU (44 kB).
  // The command palette with the lists of commands (8 kB). Rename, references and hints (13 kB).
  // Opening and saving files, folders and zips (11 kB).
  // The profile with group sizes (19 kB) and its chart (22 kB, uplot), pictures and zips (11 kB), comparing and
  // animations (8 kB).
  // Projects: the row of files, starters with their sources, and the list of images and data (15 kB).
  // Targets, two outputs, costs and the places of WebGPU's errors (17 kB), and
  // the worker that maps lines and compares code (31 kB). Names on disk and what is saved there take 2 kB.
  { name: 'tools, loaded on first use', bytes: sumOf(tools), limit: 269_500 },
  { name: 'films, loaded on first use', bytes: sumOf(films), limit: 49_500 },
  { name: 'formatter, loaded on first use', bytes: sumOf(formatter), limit: 1_130_000 },
  // The binary's loader is the most of it. What reads the source for what reflection leaves out takes 4 kB,
  // and what finds the modules of a project's files 4 kB; what writes PNG files, 2 kB. What repairs WGSL loads
  // with the first program that needs it (4 kB).
  { name: 'worker script', bytes: worker, limit: 86_500 },
  // Asked for after the start: the library that keeps the site, and the list of its files.
  { name: 'service worker', bytes: totalOf(files, 'service worker'), limit: 12_000 },
  // The foot of dialogs, their check boxes, and the questions about files take 1 kB.
  { name: 'style', bytes: style, limit: 19_300 },
  // The table of the debugger's commands loads before the debugger, for the palette (1 kB).
  {
    name: 'a first visit, all but the compiler',
    bytes: page + worker + style - opened,
    limit: 572_800,
  },
  { name: 'compiler binary', bytes: totalOf(files, 'compiler binary'), limit: 5_700_000 },
];

for (const { name, bytes, limit } of budgets) {
  console.log(`${name}: ${bytes} of ${limit} bytes`);
  if (bytes === 0) {
    console.error(`The built site has no ${name}: is the build complete?`);
    process.exitCode = 1;
  }
  if (bytes > limit) {
    console.error(
      `${name} is ${bytes - limit} bytes over its budget. Load less, or raise the limit in scripts/build/checkSize.ts and say why.`,
    );
    process.exitCode = 1;
  }
}
