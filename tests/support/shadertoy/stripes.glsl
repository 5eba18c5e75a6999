// Macros that make whole functions, and lists of uses.
#define WAVE(name, fn, speed) float name(vec2 p) { return fn(p.x * speed + iTime) * 0.5 + 0.5; }
#define TINT(name, r, g, b) const vec3 name = vec3(r, g, b);
#define EACH(X) X(waveA, tintA, 0.2) X(waveB, tintB, 0.5) X(waveC, tintC, 0.8)
#define LINE(wave, tint, level) c += smoothstep(0.03, 0.0, abs(uv.y - level + 0.1 - 0.2 * wave(uv))) * tint;
WAVE(waveA, sin, 9.0)
WAVE(waveB, cos, 5.0)
WAVE(waveC, fract, 2.0)
TINT(tintA, 1, 0.4, 0.3)
TINT(tintB, 0.4, 1, 0.5)
TINT(tintC, 0.4, 0.6, 1)
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy;
    vec3 c = vec3(0.05);
    EACH(LINE)
    color = vec4(c, 1.0);
}
