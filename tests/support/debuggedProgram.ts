/** One entry point per thing that a program can do; no picture needs it. */
export const DEBUGGED_PROGRAM = `import playground; import rendering;
[playground::ZEROS(64)] RWStructuredBuffer<float> result;

[shader("compute")] [numthreads(4, 2, 1)] [playground::CALL(16, 4, 2)]
void numbers(uint3 id : SV_DispatchThreadID)
{
    uint flat = id.x + 16 * id.y + 64 * id.z;
    uint below = id.x - 10;
    int minus = int(id.x) - 10;
    float root = sqrt(float(flat));
    float2 pair = float2(id.xy) / 3.0;
    bool isOdd = (flat & 1) == 1;
    result[flat] = root;
}

[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void loops(uint at : SV_DispatchThreadID)
{
    int total = 0;
    for (int i = 0; i < 100; i++)
    {
        if (i % 3 == 0) continue;
        total += i;
        if (total > 30) break;
    }
    int halved = 1000;
    while (halved > int(at)) halved /= 2;
    result[at] = total + halved;
}

float clamped(float x)
{
    if (x > 4.0)
        return 4.0;
    float doubled = 2.0 * x;
    return doubled;
}

float middle(float a, float b)
{
    float sum = clamped(a) + clamped(b);
    return sum / 2.0;
}

[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void calls(uint at : SV_DispatchThreadID)
{
    float first = middle(at, 10.0);
    float second = middle(first, 1.0);
    result[at] = second;
}

[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void early(uint at : SV_DispatchThreadID)
{
    float half_ = at * 0.5;
    if (half_ > 2.0)
        return; // early
    result[at] = -1.0;
}

enum Kind { Small, Large = 7 }
struct Ball
{
    float2 place;
    float radius;
    float area() { return 3.0 * radius * radius; }
    [mutating] void grow(float by)
    {
        radius += by;
        place.y -= by;
    }
}

[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void structs(uint at : SV_DispatchThreadID)
{
    Ball ball = { float2(at, 1.0), 0.5 };
    ball.grow(1.5);
    float covered = ball.area();
    Kind kind = covered > 10.0 ? Kind.Large : Kind.Small;
    float2x2 turn = float2x2(0.0, -1.0, 1.0, 0.0);
    float2 turned = mul(turn, ball.place);
    int squares[5] = { 0, 1, 4, 9, 16 };
    result[at] = covered + turned.x + squares[at % 5];
}

void swapped(inout float a, inout float b, out float sum)
{
    float kept = a;
    a = b;
    b = kept;
    sum = a + b;
}

[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void branches(uint at : SV_DispatchThreadID)
{
    float x = at;
    float y = 10.0;
    float sum;
    swapped(x, y, sum);
    float chosen = 0.0;
    switch (at % 3)
    {
    case 0: chosen = 100.0; break;
    case 1: chosen = 200.0; break;
    default: chosen = 300.0; break;
    }
    result[at] = chosen + sum;
}

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void alone()
{
    float one = 1.0;
    float third = one / 3.0;
    result[0] = third;
}
`;
