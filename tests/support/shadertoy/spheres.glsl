#version 300 es
precision highp float;
// A marcher of distance fields: balls over a floor, with soft shadows. Drag to look around.
#define MAX_STEPS 80
#define FAR 40.
#define rot(a) mat2(cos(a), -sin(a), sin(a), cos(a))
#define SAT(x) clamp(x, 0., 1.)
struct Hit {
    float t;
    vec3 color;
};
float sdSphere(in vec3 p, float r) { return length(p) - r; }
float map(vec3 p);
vec3 normalAt(vec3 p) {
    const vec2 e = vec2(1e-3, 0);
    return normalize(vec3(map(p + e.xyy) - map(p - e.xyy),
                          map(p + e.yxy) - map(p - e.yxy),
                          map(p + e.yyx) - map(p - e.yyx)));
}
float map(vec3 p) {
    vec3 q = p;
    q.xz = mod(q.xz + 2., 4.) - 2.;
    q.xy *= rot(iTime * .5);
    float ball = sdSphere(q - vec3(.3, 0, 0), .8 + .1 * sin(iTime));
    return min(ball, p.y + 1.);
}
float march(vec3 ro, vec3 rd) {
    float t = 0.;
    for (int i = 0; i < MAX_STEPS; ++i) {
        float d = map(ro + rd * t);
        if (abs(d) < 1e-3 * t || t > FAR) break;
        t += d * .9;
    }
    return t;
}
float shadow(vec3 ro, vec3 rd) {
    float res = 1., t = .05;
    for (int i = 0; i < 24; i++) {
        float h = map(ro + rd * t);
        res = min(res, 8. * h / t);
        t += clamp(h, .02, .5);
        if (res < .001) break;
    }
    return SAT(res);
}
Hit trace(vec3 ro, vec3 rd) {
    float t = march(ro, rd);
    Hit hit = Hit(t, mix(vec3(.5, .7, 1.), vec3(.9), pow(SAT(1. - rd.y), 4.)));
    if (t < FAR) {
        vec3 p = ro + t * rd, n = normalAt(p);
        vec3 light = normalize(vec3(.6, .9, -.4));
        vec3 albedo = p.y < -.98 ? vec3(.4) + .2 * mod(floor(p.x) + floor(p.z), 2.) : .5 + .5 * cos(p.zxy);
        hit.color = albedo * (SAT(dot(n, light)) * shadow(p, light) + .2);
    }
    return hit;
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = (2. * fragCoord - iResolution.xy) / iResolution.y;
    vec2 look = iMouse.z > 0. ? iMouse.xy / iResolution.xy - .5 : vec2(.1, .1);
    vec3 ro = vec3(0, 1.2, -4.), rd = normalize(vec3(uv, 1.8));
    rd.yz *= rot(-look.y);
    rd.xz *= rot(look.x * 6.283);
    ro.xz *= rot(look.x * 6.283);
    fragColor = vec4(sqrt(trace(ro, rd).color), 1);
}
