// An image under a lens that moves.
#define SAMPLE(p) texture(iChannel0, p)
vec4 blurred(sampler2D image, vec2 p) {
    vec4 sum;
    for (int i; i < 4; i++) sum += textureLod(image, p + vec2(i % 2, i / 2) * 0.004, 0.0);
    return sum * 0.25;
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy, texel = 1.0 / iChannelResolution[0].xy;
    vec2 toLens = uv - 0.5 - 0.2 * vec2(cos(iTime), sin(iTime));
    bool isInside = length(toLens * vec2(1.5, 1)) < 0.25;
    vec2 p = isInside ? uv - 0.5 * toLens : uv;
    color = isInside ? SAMPLE(p) : blurred(iChannel0, p);
    ivec2 size = textureSize(iChannel0, 0);
    vec4 corner = texelFetch(iChannel0, ivec2(uv * vec2(size)), 0);
    uv.x < 0.15 ? color = corner.bgra : color;
    color.r += 0.1 * SAMPLE(p + 3.0 * texel).g;
}
