#ifdef GL_ES
precision highp float;
#endif
uniform vec3 iResolution;
uniform float iTime;
uniform vec4 iMouse;
uniform int iFrame;
#define STEPS 64
#define FAR 20.0
// A sphere on a floor.
struct Hit { float distance; vec3 color; };
Hit nearer(Hit a, Hit b) { if (a.distance < b.distance) return a; return b; }
Hit scene(vec3 p) {
    Hit ball = Hit(length(p - vec3(0.0, 0.5 + 0.2 * sin(iTime), 0.0)) - 0.5, vec3(0.9, 0.2, 0.1));
    float dark = mod(floor(p.x) + floor(p.z), 2.0);
    return nearer(ball, Hit(p.y, vec3(0.3 + 0.5 * dark)));
}
vec3 normalAt(vec3 p) {
    vec2 e = vec2(0.001, 0.0);
    float d = scene(p).distance;
    return normalize(vec3(scene(p + e.xyy).distance, scene(p + e.yxy).distance, scene(p + e.yyx).distance) - d);
}
void main() {
    vec2 uv = (2.0 * gl_FragCoord.xy - iResolution.xy) / iResolution.y;
    float turn = iMouse.z > 0.0 ? iMouse.x / iResolution.x * 6.28 : 0.3;
    mat3 view = mat3(cos(turn), 0.0, sin(turn), 0.0, 1.0, 0.0, -sin(turn), 0.0, cos(turn));
    vec3 from = view * vec3(0.0, 1.0, -3.0), ray = view * normalize(vec3(uv, 1.5));
    float t = 0.0;
    Hit hit;
    for (int i = 0; i < STEPS; i++) {
        hit = scene(from + ray * t);
        if (hit.distance < 0.001 || t > FAR) break;
        t += hit.distance;
    }
    vec3 light = normalize(vec3(0.5, 1.0, -0.4));
    vec3 color = t > FAR ? vec3(0.5, 0.7, 0.9) : hit.color * max(dot(normalAt(from + ray * t), light), 0.2);
    gl_FragColor = vec4(sqrt(color) + 0.002 * float(iFrame % 2), 1.0);
}
