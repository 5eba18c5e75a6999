// Rings on water, from drops whose places are scrambled whole numbers.
#define N 6u
uint scramble(uint x) { x ^= x >> 16u; x *= 0x21f0aaadu; x ^= x >> 15u; return x; }
vec2 place(uint i) { return vec2(scramble(i) & 255u, scramble(i + 91u) & 255u) / 255.0; }
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy;
    float height;
    vec2 slope;
    for (uint i; i < N; i++) {
        vec2 toDrop = (uv - place(i)) * vec2(1.5, 1);
        float l = length(toDrop), age = mod(iTime + float(i) * 0.7, 3.0), w;
        l < age * 0.3 ? w = sin(40.0 * (l - age * 0.3)) * exp(-4.0 * l - age) : w;
        height += w, slope += w * toDrop / max(l, 0.01);
    }
    vec3 deep = vec3(0.05, 0.25, 0.4), sky = vec3(0.7, 0.85, 1.0);
    color = vec4(mix(deep, sky, clamp(0.3 + height + slope.x * 2.0, 0.0, 1.0)), slope);
}
