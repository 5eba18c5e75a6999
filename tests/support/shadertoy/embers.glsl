// Nothing has a first value, as in the shortest of shaders.
float seen;
void spread(out float glow, out vec3 tint, vec2 p) {
    if (p.y > 0.0) glow += 0.3;
    tint.r += glow + 0.2;
}
void mainImage(out vec4 O, vec2 u) {
    vec2 r = iResolution.xy, q = (u + u - r) / r.y, p;
    float i, d, s;
    for (; i++ < 12.; O += vec4(3, 2, 1, 0) * s * .004 / d)
        p = q + .6 * vec2(sin(i * 2.4 + iTime), cos(i * 1.7)),
        s = .5 + .5 * sin(i), d = dot(p, p) + .01;
    for (int j = 0; j < 4; j++) {
        float t, fade[3];
        vec3 c;
        if (q.x > float(j) * .4 - .8) t = .1, c.g = .05;
        fade[j % 3] += t;
        O.rgb += c + fade[0] * vec3(.2, .1, 0);
        seen += t;
    }
    float glow;
    vec3 tint;
    spread(glow, tint, q);
    O.rgb += .2 * tint + .1 * glow + .05 * seen;
}
