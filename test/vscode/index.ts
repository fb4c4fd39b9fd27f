export const run=async()=>{}
