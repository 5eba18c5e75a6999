// A plane that is folded again and again, with statements that look like declarations.
float swap(inout vec2 p) { p = p.yx; return 0.0; }
float keep(inout vec2 p) { p *= 1.0; return 1.0; }
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = (2.0 * at - iResolution.xy) / iResolution.y;
    float scale = 1.0, sgn = -1.0, trap = 10.0;
    for (int i = 0; i < 7; i++) {
        p = abs(p) - vec2(0.5, 0.3);
        p.x*p.y < 0.01 ? swap(p) : keep(p);
        sgn*p.y > 0.2 ? p.y = -p.y : p.y;
        p *= mat2(cos(iTime * 0.2), sin(iTime * 0.2), -sin(iTime * 0.2), cos(iTime * 0.2));
        p *= 1.3, scale *= 1.3;
        trap = min(trap, dot(p, p));
        scale * trap;
    }
    float edge = length(p) / scale;
    color = vec4(vec3(edge, sqrt(trap), 1.0 - edge) * 0.8, 1.0);
}
