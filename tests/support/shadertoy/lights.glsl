// An array of lights, given by constants, and one that follows the mouse.
#define COUNT 4
struct Light { vec2 place; vec3 color; float size; };
const float weights[3] = float[3](0.25, 0.5, 0.25);
const vec3 palette[] = vec3[](vec3(1.0, 0.3, 0.2), vec3(0.2, 1.0, 0.4), vec3(0.3, 0.4, 1.0));
Light lights[COUNT];
float total = 0.0;
void place(inout Light light, int index) {
    float angle = 6.2831853 * float(index) / float(COUNT) + iTime;
    light.place = 0.6 * vec2(cos(angle), sin(angle));
    light.color = palette[index % 3];
    light.size = weights[min(index, weights.length() - 1)];
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (fragCoord * 2.0 - iResolution.xy) / min(iResolution.x, iResolution.y);
    for (int i = 0; i < COUNT; i++) place(lights[i], i);
    if (any(greaterThan(iMouse.zw, vec2(0.0))))
        lights[0].place = (iMouse.xy * 2.0 - iResolution.xy) / iResolution.y;
    vec3 sum = vec3(0);
    int index = 0;
    do {
        Light light = lights[index];
        float glow = light.size / (0.05 + dot(p - light.place, p - light.place));
        sum += glow * light.color;
        total += glow;
    } while (++index < COUNT);
    fragColor = vec4(sum / (1.0 + total), 1.0);
}
