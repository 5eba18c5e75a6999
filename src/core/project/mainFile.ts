/** The path of the main file, which every project has. In the compiler, it is `/user.slang`. */
export const MAIN_FILE = 'user.slang';

export const MAIN_FILE_ID = 0;
