export declare const buildLoader: () => Promise<string>
