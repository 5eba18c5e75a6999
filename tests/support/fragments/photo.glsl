#version 330 core
in vec2 v_texcoord;
in vec3 normal;
out vec4 result;
uniform sampler2D u_tex0;
uniform vec2 u_tex0Resolution;
uniform sampler2D texture;
uniform float u_time, strength;
uniform bool isWarm;
vec4 sharper(sampler2D image, vec2 uv, vec2 texel) {
    vec4 sum = 5.0 * texture2D(image, uv);
    for (int i = 0; i < 4; i++) {
        vec2 side = vec2(i == 0, i == 1) - vec2(i == 2, i == 3);
        sum -= texture2D(image, uv + side * texel);
    }
    return sum;
}
void main() {
    vec4 color = sharper(u_tex0, v_texcoord, 1.0 / u_tex0Resolution);
    color = mix(color, texture2D(texture, v_texcoord + 0.01 * sin(u_time)), strength);
    if (isWarm) color.b *= 0.8;
    result = color * max(0.0, 1.0 - dot(normal, normal));
}
