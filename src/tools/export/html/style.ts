export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  font: 14px/1.5 system-ui, sans-serif;
}

body {
  display: flex;
  flex-direction: column;
  height: 100vh;
  height: 100dvh;
  margin: 0;
}

[hidden] {
  display: none !important;
}

#picture {
  flex: 1;
  width: 100%;
  min-height: 0;
  touch-action: none;
}

#printed {
  flex: 1;
  margin: 0;
  padding: 12px 16px;
  overflow: auto;
  font: 13px/1.5 ui-monospace, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

#picture:not([hidden]) + #printed {
  flex: none;
  max-height: 30%;
}

#message {
  margin: 0;
  padding: 12px 16px;
  overflow-wrap: anywhere;
  border-top: 3px solid #c62828;
}

#panel {
  position: fixed;
  top: 8px;
  right: 8px;
  max-width: min(320px, calc(100vw - 16px));
  max-height: calc(100vh - 16px);
  overflow: auto;
  box-sizing: border-box;
  padding: 6px 12px;
  color: CanvasText;
  background: Canvas;
  border: 1px solid GrayText;
  border-radius: 8px;
}

#picture[hidden] ~ #panel {
  position: static;
  order: -1;
  max-width: none;
  border-width: 0 0 1px;
  border-radius: 0;
}

#panel summary {
  cursor: pointer;
}

.buttons {
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 6px 0;
}

#frame {
  margin-left: auto;
  font-variant-numeric: tabular-nums;
}

#controls label {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) 4.5em;
  align-items: center;
  gap: 8px;
}

#controls span {
  overflow-wrap: anywhere;
}

#controls input {
  width: 100%;
}

#controls output {
  overflow-wrap: anywhere;
  text-align: right;
  font-variant-numeric: tabular-nums;
}`;
