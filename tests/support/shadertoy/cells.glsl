// Cells around random points, in text that uses Slang's words as names.
float saturate(float x) { return clamp(x, 0.0, 1.0); }
float lerp(float a, float b, float t) { return mix(a, b, t); }
vec2 hash(vec2 p) { return fract(sin(vec2(dot(p, vec2(12.7, 31.1)), dot(p, vec2(26.9, 18.3)))) * 12.75); }
struct Texel { float value; vec2 var; };
Texel nearest(vec2 point) {
    vec2 cell = floor(point), inside = fract(point);
    Texel this_ = Texel(8.0, vec2(0.0));
    for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
        vec2 offset = vec2(x, y);
        vec2 let = hash(cell + offset);
        let = 0.5 + 0.5 * sin(iTime + 6.2831 * let);
        float distance = length(offset + let - inside);
        if (distance < this_.value) {
            this_.value = distance;
            this_.var = let;
        }
    }
    return this_;
}
void mainImage(out vec4 pixel, in vec2 position) {
    vec2 func = 0.5 * iResolution.xy;
    vec2 point = (position - func) / iResolution.y * 6.0;
    Texel new = nearest(point);
    float get = saturate(1.0 - new.value), is = lerp(0.2, 1.0, get);
    vec3 color = is * (0.6 + 0.4 * sin(vec3(new.var, new.var.x + new.var.y) * 6.0));
    pixel = vec4(color, 1.0);
}
