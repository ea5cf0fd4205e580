export declare const askNpm: (...question: string[]) => unknown
