export const API_KEYS_MAX = 10
