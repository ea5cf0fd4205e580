// The last commits' subjects, or those given as arguments, have the form 'scope: verb …', with the verb in the
// imperative.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const LAST = 20
const MOST_CHARACTERS = 72
/** A scope has one or more words, such as 'pay page' or 'comments, tests'. */
const FORM = /^[a-z0-9]+(?:(?:, |[ -])[a-z0-9]+)*: (?<verb>[a-z][a-z-]*)(?= |$)/
const NO_VERB = /^(?:an?|he|i|it|its|no|one|she|that|the|these|they|this|those|we|what|which|who|you)$/
/** 'added', 'adding' and 'adds', but not 'embed', 'need', 'bring', 'pass' or 'focus'. */
const NO_IMPERATIVE = /^(?!embed$|alias$|bias$|canvas$)(?:.*[aeiouy].*(?:[^e]ed|ing)|.*[^su]s)$/

const problemOf = (subject) => {
  const verb = FORM.exec(subject)?.groups.verb
  if (subject.length > MOST_CHARACTERS) return `has ${subject.length} characters, more than ${MOST_CHARACTERS}`
  if (!verb) return "is not 'scope: verb …' in lower case"
  if (NO_VERB.test(verb)) return `begins with '${verb}', which is no verb`
  if (NO_IMPERATIVE.test(verb)) return `begins with '${verb}', which is no imperative`
  if (subject.endsWith('.')) return 'ends with a period'
}

const given = process.argv.slice(2).map((subject) => `given ${subject}`)
/** The lines that git prints; none outside of a repository, or without git. */
const git = (...args) => (spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout ?? '').split('\n').filter(Boolean)
/** Checks only the commits since the one that added this check; older subjects may be longer. */
const logged = () =>
  git('log', '--diff-filter=A', '--format=%H', '-1', '--', path.basename(import.meta.filename)).flatMap((first) =>
    git('log', `-${LAST}`, '--no-merges', '--format=%h %s', 'HEAD', '--not', `${first}^@`),
  )
const commits = given.length > 0 ? given : logged()
const problems = commits.flatMap((commit) => {
  const subject = commit.slice(commit.indexOf(' ') + 1)
  const problem = problemOf(subject)
  return problem ? [`${commit}: ${problem}`] : []
})

console.log(problems.length === 0 ? `${commits.length} commits have a subject of the form 'scope: verb …'` : problems.join('\n'))
process.exit(problems.length === 0 ? 0 : 1)
