import { expect, it } from 'vitest';
import { handedOn, withDirectImports } from './directImports.ts';

const facade = {
  type: 'chunk',
  isDynamicEntry: true,
  fileName: 'assets/Panel-a1b2c3d4.js',
  code: 'import"./start-00000000.js";export{a as Panel,b}from"./parts-e5f6a7b8.js";\n',
} as const;

it('imports a module from the chunk that contains it instead of a file that re-exports it', () => {
  const handed = handedOn([facade]);
  expect(withDirectImports('f(()=>import(`./Panel-a1b2c3d4.js`),d([1]))', handed)).toBe(
    'f(()=>import("./parts-e5f6a7b8.js").then(m=>({Panel:m.a,b:m.b})),d([1]))',
  );
  // The files that Vite's loader preloads.
  expect(withDirectImports('m.f=["./Panel-a1b2c3d4.js","./Panel-99999999.css"]', handed)).toBe(
    'm.f=["./parts-e5f6a7b8.js","./Panel-99999999.css"]',
  );
});

it('keeps chunks with code of their own, and the entry points of pages', () => {
  const own = { ...facade, code: `${facade.code}console.log(1);` };
  expect(handedOn([own, { ...facade, isDynamicEntry: false }]).size).toBe(0);
  const code = 'import(`./other-a1b2c3d4.js`)';
  expect(withDirectImports(code, handedOn([facade]))).toBe(code);
});
