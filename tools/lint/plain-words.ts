/** An expression that reads as translated or out of date, and what the trade writes instead. */
export interface PlainWord {
  /** A regular expression over prose, without regard to case; a space stands for any white space. */
  readonly pattern: string
  readonly say: string
}

/** `is`, `was` and so on. */
const BE = '(?:is|are|was|were|be|been|being)'
/** Who can be told something. */
const INFORMED =
  '(?:players?|owners?|owner,|browser|page|caller|operators?|everybody|everyone|nobody|no one|they|you|we|who|others|server|tabs?|guests|clients?)'
/** What somebody is told to do, and does. */
const ORDERED = '(?:do|make|mind|say|stand|know)'

/**
 * What prose of this repository does not say: comments, messages, titles of tests, documentation, descriptions of schemas and the
 * English texts of players. To add one, write it here, run `node tools/lint-words.ts` and rewrite what it finds.
 */
export const PLAIN_WORDS: readonly PlainWord[] = [
  { pattern: '\\banew\\b', say: 'again, from scratch' },
  { pattern: '\\b(?:nought|naught|aught)\\b', say: 'zero, nothing' },
  { pattern: '\\bwhoever\\b', say: 'anyone who, the player who' },
  { pattern: '\\bof whom\\b', say: 'who, whose' },
  { pattern: '\\bin vain\\b', say: 'without success, to no effect' },
  { pattern: '\\bfor ever\\b', say: 'indefinitely, permanently' },
  { pattern: '\\b(?:is|are|costs?) dear(?:er)?\\b|\\bdearly\\b|\\bdear \\w+s\\b', say: 'expensive, costly' },
  {
    pattern: `(?<!\\b${INFORMED} ${BE} )(?<!\\b${INFORMED} (?:may|can|has|have) ${BE} )\\btold\\b(?! (?:to ${ORDERED}|what|how|which|whether)\\b| to[.,;:])`,
    say: 'said, reported, shown, sent: people are told things, things are not told',
  },
  { pattern: '\\btold to (?:the|an?|all|every\\w*|others?|its|it|whatever|who)\\b', say: 'sent to, shown to' },
  { pattern: '\\btells? of\\b', say: 'describes, reports' },
  { pattern: '\\bstood(?! (?:still|for)\\b)', say: 'was' },
  {
    pattern:
      '\\bstands? (?:in|at|above|below|beside|under|before|after|among|between|there|here|twice|once|first|last)\\b',
    say: 'is, are',
  },
  { pattern: '(?<!\\bto )\\b(?:goes|go) on\\b', say: 'continues' },
  { pattern: '\\b(?:that|those) which\\b', say: 'what, the one that, the ones that' },
  { pattern: '\\bno such an?\\b', say: 'no such' },
  {
    pattern:
      '\\b(?:henceforth|hitherto|thus|whence|whither|whereby|wherein|whereof|therein|thereof|therewith|herewith)\\b',
    say: 'so, from now on, in which',
  },
  {
    pattern: '\\b(?:lest|ere|oft|unto|betwixt|forthwith|afresh|aloof)\\b',
    say: 'so that … not, before, often, to, between, at once, again',
  },
  { pattern: '\\b(?:has|have|had) not(?=[.,;:)]|$)', say: 'does not have, lacks' },
  { pattern: '\\bbecomes? of\\b', say: 'happens to' },
  { pattern: `\\b${BE} gone\\b`, say: 'no longer exists, was removed' },
  { pattern: '\\b(?:he|him|his|himself)\\b', say: 'they, them, their' },
  { pattern: `\\b(?:be|get|is|are) rid\\b`, say: 'remove' },
  { pattern: '\\bbut for\\b', say: 'except for' },
  { pattern: '\\bof the house\\b', say: 'of the project, shared' },
  { pattern: '\\bdeeds?\\b', say: 'action, operation' },
  { pattern: '(?<!\\bof )\\bnews (?:are|appear|come|were|have)\\b', say: '"news" is singular' },
  { pattern: '\\bcalled like\\b', say: 'called, with this name' },
  { pattern: '\\b(?:informations|advices|feedbacks|evidences)\\b', say: 'the singular' },
  { pattern: '\\b(?:allows|allow|permits|enables) to\\b', say: 'lets … do' },
  { pattern: '\\bdepend(?:s|ing)? from\\b', say: 'depends on' },
  { pattern: '\\bso to say\\b', say: 'so to speak' },
  { pattern: '\\b(?:altogether|alas|whilst|amongst|nigh|yonder)\\b', say: 'in total, while, among' },
  { pattern: '\\bat the least\\b', say: 'at least' },
  { pattern: '\\bnot? any more\\b', say: 'no longer' },
]
