// What matrices do to a grid: products, inverses, parts and columns.
mat2 turn(float a) { return mat2(cos(a), sin(a), -sin(a), cos(a)); }
void mainImage(out vec4 color, in vec2 at) {
    vec3 p = vec3((2.0 * at - iResolution.xy) / iResolution.y * 2.0, 1.0);
    mat3 m = mat3(1.0), shear = mat3(1, 0.3, 0, -0.2, 1, 0, 0.1, 0, 1), none;
    m[2].xy = vec2(0.3, 0.1), m *= shear;
    m[0] = m[0] * 1.1, m[1][0] += 0.1;
    mat2 t = turn(0.4 + 0.1 * iTime) * mat2(m);
    vec3 q = inverse(m) * p, r = p * transpose(m) + none[1];
    q.xy *= t, r.xy = r.xy * turn(-0.3);
    mat2 o = outerProduct(q.xy, vec2(0.5, 0.2)), big = matrixCompMult(o, mat2(vec4(2, 1, 1, 2)));
    float grid = step(0.9, max(fract(q.x), fract(q.y))), cells = mod(floor(r.x) + floor(r.y), 2.0);
    bool same = mat2(mat3(1.0)) == mat2(1.0) && t != o;
    color = vec4(grid, 0.3 * cells, 0.1 * abs(big[0][0] + big[1].y), 1.0) + (same ? 0.05 : 0.5);
    color.g += 0.1 * abs(determinant(t) - 1.0);
}
