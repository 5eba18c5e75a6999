// A picture in a frame. The macros have names that a generated program might want for itself.
#define width 0.08
#define height (iResolution.y)
#define size iResolution.xy
#define pixel(p) ((2.0 * (p) - size) / height)
#define color paint
#define lerp(a, b) mix(a, b, 0.5)
#define float2 vec2
#define shader vec3
#define playground sin(iTime)
#define outputTexture(x) fract(x)
#define drawImage(c) c = vec4(c.rgb, 1.0)
void mainImage(out vec4 color, in vec2 at) {
    float2 p = pixel(at);
    float2 room = abs(p) - float2(size.x / height, 1) + width;
    shader wood = lerp(shader(0.5, 0.3, 0.1), shader(0.3, 0.15, 0.05));
    shader view = shader(outputTexture(p * 3.0 + playground), 0.5 + 0.5 * cos(length(p) * 9.0));
    float t = mix(0.0, 1.0, step(0.0, max(room.x, room.y)));
    color.rgb = mix(view, wood, t);
    drawImage(color);
}
