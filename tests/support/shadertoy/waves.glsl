// Written as short as it goes: macros that are parts of statements, and loops without a body.
#define P(i) vec2(sin(i * 1.7 + T), cos(i * 2.3 - T * .7))
#define T iTime
#define FOR(n, N) for (float n = 0.; n < N; n++)
#define ADD(c, w) col += (c) * (w)
#define TURN(v, a) v *= mat2(cos(a), sin(a), -sin(a), cos(a))
#define SCALE 2. + .02
#define BOTH(A, B) A * B
void mainImage(out vec4 o, vec2 u) {
    vec2 r = iResolution.xy, p = (u + u - r) / r.y;
    vec3 col = vec3(0);
    mat2 m = mat2(1., .2, -.2, 1.);
    p = BOTH(m, p) * BOTH(.5, 2.);
    TURN(p, .2 * T);
    FOR(i, 6.) {
        float d = length(p - .7 * P(i)), w = .02 / (d * d + .01);
        ADD(.5 + .5 * cos(i + vec3(0, 2, 4)), w / SCALE);
    }
    float shade = 1. - .3 * length(p);
    for (float i = 0.; i++ < 8.; col += .01 * abs(sin(i * p.x * 3. + T))) ;
    o = vec4(col * shade, 1), o.a = 1.;
}
