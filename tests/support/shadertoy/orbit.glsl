// A ball that turns with the mouse, or by itself while nobody has pressed.
#define UP vec3(0, 1, 0)
#define DEFAULT_ANGLES vec2(0.6, 0.3)
mat3 look(vec3 from) {
    vec3 z = normalize(-from), x = normalize(cross(UP, z));
    return mat3(x, cross(z, x), z);
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 angles = iMouse.xy / iResolution.xy * 6.0, uv = (at - 0.5 * iResolution.xy) / iResolution.y;
    angles = all(lessThan(iMouse.xy, vec2(1))) ? angles = DEFAULT_ANGLES + vec2(iTime, 0) * 0.2 : angles;
    vec3 eye = 3.0 * vec3(sin(angles.x) * cos(angles.y), sin(angles.y), cos(angles.x) * cos(angles.y));
    vec3 ray = look(eye) * normalize(vec3(uv, 1.2));
    float b = dot(eye, ray), h = b * b - dot(eye, eye) + 1.0;
    vec3 n;
    if (h > 0.0) n = eye + ray * (-b - sqrt(h));
    vec3 stripes = vec3(step(0.5, fract(n * 3.0)));
    color = vec4(h > 0.0 ? 0.2 + 0.6 * stripes * max(n.y * 0.5 + 0.5, 0.0) : vec3(0.08), 1.0);
}
