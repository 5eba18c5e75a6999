/**
 * What the compiler emits, or takes in a `spirv_asm` block, and the generated grammar (Khronos
 * 1.6.1, early 2023) does not know: names, numbers and operands of the extensions' specifications
 * in the Khronos SPIR-V registry (https://registry.khronos.org/SPIR-V/). The format is described in
 * grammar.ts.
 *
 * The numbers of instructions, capabilities, execution modes, decorations, source languages and
 * float encodings are those that Slang 2025.15 itself assembles for the names; the others were
 * compared with published copies of the Khronos headers. No tool has compared the operands.
 *
 * `spirv-dis` 2023.1 refuses each of these, so none changes a text that can be compared with its.
 */
export const SUPPLEMENT = `
= core
22 TypeFloat rn FPEncoding?
4160 ColorAttachmentReadEXT tri i?
DepthAttachmentReadEXT tr i?
StencilAttachmentReadEXT tr i?
4417 TypeUntypedPointerKHR r StorageClass
UntypedVariableKHR tr StorageClass i? i?
UntypedAccessChainKHR trii i*
UntypedInBoundsAccessChainKHR trii i*
4423 UntypedPtrAccessChainKHR triii i*
UntypedInBoundsPtrAccessChainKHR triii i*
UntypedArrayLengthKHR triin
UntypedPrefetchKHR ii i? i? i?
4433 ExtInstWithForwardRefsKHR trix i*
4456 TypeCooperativeMatrixKHR riiiii
CooperativeMatrixLoadKHR trii i? MemoryAccess?
CooperativeMatrixStoreKHR iii i? MemoryAccess?
CooperativeMatrixMulAddKHR triii CooperativeMatrixOperands?
CooperativeMatrixLengthKHR tri
ConstantCompositeReplicateEXT tri
SpecConstantCompositeReplicateEXT tri
CompositeConstructReplicateEXT tri
5110 GroupNonUniformQuadAllKHR tri
GroupNonUniformQuadAnyKHR tri
5288 TypeCooperativeVectorNV rii
CooperativeVectorMatrixMulNV triiiiiiiii i? CooperativeMatrixOperands?
CooperativeVectorOuterProductAccumulateNV iiiiii i?
CooperativeVectorReduceSumAccumulateNV iii
CooperativeVectorMatrixMulAddNV triiiiiiiiiiii i? CooperativeMatrixOperands?
CooperativeMatrixConvertNV tri
5300 FetchMicroTriangleVertexPositionNV triiiii
FetchMicroTriangleVertexBarycentricNV triiiii
CooperativeVectorLoadNV trii MemoryAccess?
CooperativeVectorStoreNV iii MemoryAccess?
5340 RayQueryGetIntersectionTriangleVertexPositionsKHR trii
5345 RayQueryGetClusterIdNV trii
HitObjectGetClusterIdNV tri
5366 CooperativeMatrixReduceNV tri CooperativeMatrixReduce i
CooperativeMatrixLoadTensorNV triii MemoryAccess TensorAddressingOperands
CooperativeMatrixStoreTensorNV iii MemoryAccess TensorAddressingOperands
CooperativeMatrixPerElementOpNV trii i*
TypeTensorLayoutNV rii
TypeTensorViewNV rii i*
CreateTensorLayoutNV tr
TensorLayoutSetDimensionNV tri i*
TensorLayoutSetStrideNV tri i*
TensorLayoutSliceNV tri i*
TensorLayoutSetClampValueNV trii
CreateTensorViewNV tr
TensorViewSetDimensionNV tri i*
TensorViewSetStrideNV tri i*
5382 TensorViewSetClipNV triiiii
5384 TensorLayoutSetBlockSizeNV tri i*
5390 CooperativeMatrixTransposeNV tri
5398 RawAccessChainNV triiii RawAccessChainOperands?
5427 RayQueryGetIntersectionSpherePositionNV trii
RayQueryGetIntersectionSphereRadiusNV trii
RayQueryGetIntersectionLSSPositionsNV trii
RayQueryGetIntersectionLSSRadiiNV trii
RayQueryGetIntersectionLSSHitValueNV trii
HitObjectGetSpherePositionNV tri
HitObjectGetSphereRadiusNV tri
HitObjectGetLSSPositionsNV tri
HitObjectGetLSSRadiiNV tri
HitObjectIsSphereHitNV tri
HitObjectIsLSSHitNV tri
RayQueryIsSphereHitNV trii
RayQueryIsLSSHitNV trii
6145 ArithmeticFenceEXT tri
= enum FPEncoding
0 BFloat16KHR
4214 Float8E4M3EXT
Float8E5M2EXT
= mask CooperativeMatrixOperands
0 NoneKHR
1 MatrixASignedComponentsKHR
2 MatrixBSignedComponentsKHR
4 MatrixCSignedComponentsKHR
8 MatrixResultSignedComponentsKHR
16 SaturatingAccumulationKHR
= mask CooperativeMatrixReduce
1 Row
2 Column
4 2x2
= mask TensorAddressingOperands
0 None
1 TensorView i
2 DecodeFunc i
= mask RawAccessChainOperands
0 None
1 RobustnessPerComponentNV
2 RobustnessPerElementNV
= mask FPFastMathMode
262144 AllowTransform
= enum SourceLanguage
8 HERO_C
NZSL
WGSL
Slang
Zig
Rust
= enum StorageClass
4172 TileImageEXT
= enum Dim
4173 TileImageDataEXT
= enum ExecutionMode
4169 NonCoherentColorAttachmentReadEXT
NonCoherentDepthAttachmentReadEXT
NonCoherentStencilAttachmentReadEXT
5088 QuadDerivativesKHR
RequireFullQuadsKHR
6023 MaximallyReconvergesKHR
6028 FPFastMathDefault ii
= enum Decoration
4216 SaturatedToLargestFloat8NormalConversionEXT
= enum BuiltIn
5335 HitTriangleVertexPositionsKHR
5337 HitMicroTriangleVertexPositionsNV
5344 HitMicroTriangleVertexBarycentricsNV
5359 HitIsSphereNV
HitIsLSSNV
HitSpherePositionNV
5396 HitLSSPositionsNV
5405 HitKindFrontFacingMicroTriangleNV
HitKindBackFacingMicroTriangleNV
5420 HitSphereRadiusNV
HitLSSRadiiNV
5436 ClusterIDNV
= enum Capability
4166 TileImageColorReadAccessEXT
TileImageDepthReadAccessEXT
TileImageStencilReadAccessEXT
4212 Float8EXT
Float8CooperativeMatrixEXT
4473 UntypedPointersKHR
5087 QuadControlKHR
5116 BFloat16TypeKHR
BFloat16DotProductKHR
BFloat16CooperativeMatrixKHR
5336 RayTracingPositionFetchKHR
5380 DisplacementMicromapNV
5391 RayQueryPositionFetchKHR
5394 CooperativeVectorNV
5404 AtomicFloat16VectorNV
5409 RayTracingDisplacementMicromapNV
5414 RawAccessChainsNV
5418 RayTracingSpheresGeometryNV
RayTracingLinearSweptSpheresGeometryNV
5430 CooperativeMatrixReductionsNV
CooperativeMatrixConversionsNV
CooperativeMatrixPerElementOperationsNV
CooperativeMatrixTensorAddressingNV
CooperativeMatrixBlockLoadsNV
CooperativeVectorTrainingNV
5437 RayTracingClusterAccelerationStructureNV
5439 TensorAddressingNV
6022 CooperativeMatrixKHR
6024 ReplicatedCompositesEXT
6029 FloatControls2
6144 ArithmeticFenceEXT
`;
