// A Julia set in complex numbers.
#define cmul(a, b) vec2((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x)
#define TAU 6.28318530718
#define R iResolution
#define AA 2
vec3 shade(float n) {
    return 0.5 + 0.5 * cos(TAU * (n * vec3(1.0, 0.7, 0.4) + vec3(0.0, 0.15, 0.2)));
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec3 color = vec3(0.0);
#if AA > 1
    for (int m = 0; m < AA; m++)
    for (int n = 0; n < AA; n++) {
        vec2 offset = vec2(float(m), float(n)) / float(AA) - 0.5;
#else
        vec2 offset = vec2(0.0); float m = mix(0.0, 1.0, 0.5);
#endif
        vec2 z = (2.0 * (fragCoord + offset) - R.xy) / R.y * 1.3;
        vec2 c = vec2(-0.745, 0.186) + 0.02 * vec2(cos(0.3 * iTime), sin(0.3 * iTime));
        float count = 0.0;
        for (float i = 0.0; i < 120.0; i += 1.0) {
            z = cmul(z, z) + c;
            if (dot(z, z) > 64.0) break;
            count += 1.0;
        }
        float smoothed = count - log2(max(1.0, log2(max(dot(z, z), 1.0001))));
        color += count > 119.0 ? vec3(0.0) : shade(0.02 * smoothed + 0.1);
#if AA > 1
    }
    color /= float(AA * AA);
#endif
    fragColor = vec4(color, 1.0);
}
