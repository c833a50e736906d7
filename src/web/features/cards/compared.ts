/** As many channels stand side by side. */
export const COMPARED_MAX = 6
