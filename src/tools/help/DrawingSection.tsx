import { linesFrom } from '#core/plan/attributes/excerpt.ts';
import rendering from '#core/slang/examples/rendering.slang?raw';
import { Example } from './Example.tsx';

/** The module `rendering`: outputTexture and drawPixel. */
export function DrawingSection({
  onOpenExample,
}: {
  readonly onOpenExample: (source: string) => void;
}) {
  return (
    <>
      <p>
        <code>import rendering;</code> gives you <code>outputTexture</code>, a texture of the
        picture’s size, and <code>drawPixel(position, color)</code>, which draws one pixel: it calls
        your function with the picture’s size and stores the colour that the function returns.
        Positions outside the picture are ignored. The image appears in the top right panel.
      </p>
      <Example
        name="drawing"
        lines={linesFrom(rendering, '[playground::CALL::SIZE_OF("outputTexture")]', 5)}
        onOpen={() => onOpenExample(rendering)}
      />
      <p>
        Pixel (0, 0) is at the <strong>bottom left</strong>, and y points up. Colours are{' '}
        <code>float4(red, green, blue, alpha)</code>, with each component from 0 to 1. You can also
        declare <code>outputTexture</code> yourself, for example in another format: the playground
        shows any 2D texture of that name.
      </p>
    </>
  );
}
