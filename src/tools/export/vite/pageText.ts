/** @param title letters, digits, `-` and `_` only */
export function pageText(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./src/style.css">
  </head>
  <body>
    <canvas id="picture" role="img" aria-label="Picture of ${title}" tabindex="0"></canvas>
    <pre id="printed" aria-label="Printed text" tabindex="0" hidden></pre>
    <p id="message" role="alert" hidden></p>
    <div id="panel">
      <button id="play" type="button">Play</button>
      <div id="controls"></div>
    </div>
    <script type="module" src="./src/main.ts"></script>
  </body>
</html>
`;
}
