/** A picture of one colour, given as Slang arguments of `float4`. */
export function flatColor(color: string): string {
  return `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(${color}); });
}
`;
}
