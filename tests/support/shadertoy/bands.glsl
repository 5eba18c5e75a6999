// Functions that do not say what they return at their ends, because they never get there, or for zero.
float band(float y)
{
    for (int i = 0; i < 6; i++)
        if (y < float(i) * 0.3 - 0.6)
            return float(i) / 6.0;
}

vec3 tint(int kind)
{
    switch (kind) {
    case 0: return vec3(0.9, 0.5, 0.2);
    case 1: return vec3(0.2, 0.5, 0.9);
    case 2: { return vec3(0.3, 0.8, 0.4); }
    }
}

float folds(float x) { do { x *= 0.5; if (x < 0.4) return x; } while (true); }
struct Both { vec2 a; float b[2]; };
Both both(float x) { if (x > 0.0) return Both(vec2(x), float[2](x, x * 0.5)); }
#define CUT(name, limit) float name(float x) { if (x > limit) return x - limit; else if (x > 0.0) return 0.1; }
CUT(high, 0.5)
CUT(low, -0.5)

void mainImage(out vec4 color, in vec2 at)
{
    vec2 uv = (2.0 * at - iResolution.xy) / iResolution.y;
    float b = band(uv.y + 0.2 * sin(uv.x * 4.0 + iTime));
    Both q = both(uv.x);
    color = vec4(tint(int(b * 6.0) % 4) * (0.4 + b) + q.a.x * 0.1 + q.b[1] * 0.1, 1.0);
    color.rgb += 0.2 * vec3(high(uv.x), low(uv.y), folds(abs(uv.x) + 0.5));
}
