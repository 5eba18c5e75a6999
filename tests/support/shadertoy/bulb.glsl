// How quickly points leave a set, with the turn of the plane as a product of numbers.
#define cmul(a, b) vec2((a).x*(b).x - (a).y*(b).y, (a).x*(b).y + (a).y*(b).x)
#define cpow3(z) cmul(z, cmul(z, z))
#define STEPS 40
bool leaves(vec2 c, out int steps, out vec2 z) {
    for (; steps < STEPS; steps++) {
        z = cpow3(z) + c;
        if (dot(z, z) > 16.0) return true;
    }
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 c = (2.0 * at - iResolution.xy) / iResolution.y * (1.3 + 0.1 * sin(iTime)), z;
    int steps;
    bool isOut = leaves(c, steps, z);
    float smooth_ = float(steps) - log2(max(log2(dot(z, z)), 1e-3)) / log2(3.0);
    vec3 tint = 0.5 + 0.5 * cos(0.3 * smooth_ + vec3(0, 1, 2));
    color = isOut ? vec4(tint, 1) : vec4(0.02);
}
