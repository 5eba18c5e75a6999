// Hills before a sky, with conditions that choose code, and choices within choices.
#define LAYERS 4
#if LAYERS > 3 && defined(LAYERS)
#define FOG 0.18
#else
#define FOG vec3(broken
#endif
#ifdef NEVER
float unused(float x) { return mix(x, 0.0 }
#endif
float ridge(float x, int i) {
    float f = float(i), y = 0.12 * sin(x * (3.0 + f) + f * 2.0);
    i == 0 ? y *= 0.5 : i == 1 ? y *= 0.8 : i < 3 ? y += 0.02 : y -= 0.03;
    return y + 0.05 * sin(x * (11.0 - f) + iTime * 0.1);
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy;
    vec3 sky = mix(vec3(0.95, 0.5, 0.3), vec3(0.2, 0.2, 0.45), uv.y), c = sky;
    float sun = length((uv - vec2(0.6, 0.55)) * vec2(1.5, 1));
    c = sun < 0.1 ? vec3(1.0, 0.9, 0.6) : c + 0.2 * exp(-6.0 * sun);
    for (int i = LAYERS - 1; i >= 0; i--)
        if (uv.y < 0.15 + float(i) * 0.12 + ridge(uv.x * 2.0, i))
            c = mix(vec3(0.08, 0.06, 0.12), sky, float(i) * FOG);
    color = vec4(c, 1);
}
