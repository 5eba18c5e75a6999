import { SlangPlayground } from './slangPlayground.ts';

const NAME = 'slang-playground';

/** Code blocks as Markdown renderers produce them. */
const SLANG_CODE = 'pre > code.language-slang';

// A page may load the script from two addresses.
if (!customElements.get(NAME)) customElements.define(NAME, SlangPlayground);

/**
 * Turns each code block that `selector` finds into a `<slang-playground>` that contains the block,
 * and that also shows its source unless `attributes` say otherwise. For a `<code>`, replaces its
 * enclosing `<pre>` too. Returns the new elements.
 */
export function upgradeCodeBlocks(
  selector = SLANG_CODE,
  attributes: Readonly<Record<string, string>> = { source: 'on' },
): Element[] {
  const found = [...document.querySelectorAll(selector)];
  const blocks = new Set(found.map((block) => block.closest('pre') ?? block));
  return [...blocks]
    .filter((block) => !block.closest(NAME))
    .map((block) => {
      const element = document.createElement(NAME);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      block.replaceWith(element);
      element.append(block);
      return element;
    });
}
