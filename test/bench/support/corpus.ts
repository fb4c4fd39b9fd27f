/** What is said where cases of the corpus cannot be had. */

export const withoutCorpus = 'WHITTLE_CORPUS is not set: the cases of the corpus are left out (CONTRIBUTING.md).';
