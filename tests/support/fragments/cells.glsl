precision mediump float;
uniform vec2 u_resolution;
uniform vec2 u_mouse;
uniform float u_time;
// The two nearest of random points, one in each cell; the pointer brightens its surroundings.
vec2 pointOf(vec2 cell) {
    vec2 wild = vec2(sin(cell.x * 127.3 + cell.y * 61.9), cos(cell.x * 23.7 - cell.y * 91.1));
    return 0.5 + 0.4 * cos(u_time + 61.0 * wild);
}
void main() {
    float side = min(u_resolution.x, u_resolution.y);
    vec2 place = 6. * gl_FragCoord.xy / side;
    vec2 cell = floor(place);
    vec2 nearest = vec2(9.0), owner;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 other = cell + vec2(x, y);
            float away = distance(place, other + pointOf(other));
            if (away < nearest.x) {
                nearest = vec2(away, nearest.x);
                owner = other;
            } else if (away < nearest.y)
                nearest.y = away;
        }
    }
    float lights[3];
    lights[0] = 0.3;
    lights[1] = exp(-distance(place, 6. * u_mouse / side));
    for (int i = 0; i < 2; i++) lights[2] += lights[i];
    vec3 color = 0.5 + 0.5 * cos(owner.x + owner.y * 2.3 + vec3(0, 2, 4));
    color *= smoothstep(.02, .08, nearest.y - nearest.x) * (0.5 + lights[2]);
    gl_FragColor = vec4(color, 1.0);
}
