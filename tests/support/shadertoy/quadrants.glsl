// Known colours: red grows to the right and green upwards, and each quarter of blue tells
// something about matrices.
mat2 turn(float angle) {
    float c = cos(angle), s = sin(angle);
    return mat2(c, s, -s, c);
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy;
    const float QUARTER = 1.5707963;
    // A quarter turn takes (1, 0) to (0, 1); from the right, it turns the other way.
    vec2 turned = turn(QUARTER) * vec2(1.0, 0.0);
    vec2 back = vec2(1.0, 0.0) * turn(QUARTER);
    mat2 shear = mat2(1.0, 2.0, 3.0, 4.0);
    vec2 product = (shear * turn(QUARTER)) * vec2(1.0, 0.0);
    float blue = 0.0;
    if (uv.x < 0.5 && uv.y < 0.5) blue = turned.y;
    else if (uv.y < 0.5) blue = 0.5 * -back.y;
    else if (uv.x < 0.5) blue = product == vec2(3.0, 4.0) || distance(product, vec2(3.0, 4.0)) < 1e-4 ? 1.0 : 0.0;
    else blue = shear[1][0] / 6.0;
    fragColor = vec4(uv, blue, 1.0);
}
