import rendering from '#reference/examples/rendering.slang?raw';
import { linesFrom } from '#reference/excerpt.ts';
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
        <code>import rendering;</code> brings <code>outputTexture</code>, a texture as large as the
        screen, and <code>drawPixel(position, color)</code>, which draws one of its pixels: it hands
        your function the screen’s size and stores the colour that comes back. Positions outside of
        the screen are ignored. The image appears in the top right panel.
      </p>
      <Example
        name="drawing"
        lines={linesFrom(rendering, '[playground::CALL::SIZE_OF("outputTexture")]', 5)}
        onOpen={() => onOpenExample(rendering)}
      />
      <p>
        Pixel (0, 0) is at the <strong>bottom left</strong>: y points up. Colours are{' '}
        <code>float4(red, green, blue, alpha)</code>, each part from 0 to 1. Instead of importing{' '}
        <code>outputTexture</code> you can declare a 2D texture of that name, in another format for
        example, and the playground shows it.
      </p>
    </>
  );
}
