import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'feed', include: ['packages/feed/test/**/*.test.ts'] } },
      { test: { name: 'queue', globals: true, include: ['packages/queue/test/**/*.test.ts'] } },
    ],
  },
});
