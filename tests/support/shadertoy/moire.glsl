// Two sets of circles, as short as it goes.
#define C(o) sin(40. * length(p - o) + T)
#define T 03.14159 * iTime
#define S(a, b) smoothstep(a, b, f)
#define F float
void mainImage(out vec4 O, vec2 p)
{
    p = (p + p - (O.xy = iResolution.xy)) / O.y;
    F f = C(vec2(.3, 0)) * C(-vec2(.3, 0)), g, h = 01.;
    f > 0. ? g = f : g -= f, h -= g;
    vec4 k = vec4(.9, .4, .2, 1);
    for (F i; i < 3.; i++) O[int(i)] = S(-.2, .2 + i * .2) * k[int(i)] + .1 * g * h;
    O.a = 1.;
}
