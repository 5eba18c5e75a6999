// Noise of several octaves, put together by macros.
#define HASH(p) fract(sin(dot(p, vec2(41.3, 17.9))) * 53.77)
#define MIX3(a, b, t) mix(a, b, (t) * (t) * (3.0 - 2.0 * (t)))
#define OCTAVE(w) sum += (w) * noise(p), p = p * 2.03 * mat2(0.8, 0.6, -0.6, 0.8), top += w;
float noise(vec2 p) {
    vec2 i = floor(p), f = p - i;
    float low = MIX3(HASH(i), HASH((i + vec2(1, 0))), f.x);
    float high = MIX3(HASH((i + vec2(0, 1))), HASH((i + vec2(1, 1))), f.x);
    return MIX3(low, high, f.y);
}
float layers(vec2 p) {
    float sum, top;
    OCTAVE(0.5) OCTAVE(0.25)
    OCTAVE(0.125)
    return sum / top;
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = at / iResolution.y * 4.0;
    float n = layers(p + layers(p + 0.1 * iTime) * 1.5);
    float vein = 1.0 - abs(sin(p.x * 2.0 + n * 6.0));
    color.rgb = mix(vec3(0.85, 0.83, 0.8), vec3(0.25, 0.3, 0.35), vein * vein * n);
}
