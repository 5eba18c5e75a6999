export const DEVICE_LOST = 'The graphics device was lost. Run the shader again.';
