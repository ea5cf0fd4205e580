export declare const launchArgs: string[]
export declare const findChromium: () => Promise<{ executablePath: string; args: string[]; env?: Record<string, string> }>
