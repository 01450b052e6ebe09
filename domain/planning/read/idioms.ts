import { persons } from "./persons.ts"

/** Idioms that request nothing: an answer has one sentence behind the other anyway. */
const idle = /\b(?:side by side|next to each other|while (?:you|we)(?:['’]?re| are) at it)\b/giu

/** `…, from our range no?`, `that is Somalia, isn't it?`: the tag that makes a question of a statement. */
const tag = /(?<=[\p{L}\p{N}],?\s)(?<!\bor\s)(?:no|(?:isn|aren|wasn|doesn|don)['’]?t\s(?:it|they|that|he|she))(?=\?)/giu

/** `Uganda n Tanzania`: the letter between two words. `36.1 n` is the north. */
const shortAnd = /(?<=\p{L}[)"']?\s)n(?=\s\p{L})/gu

/** `stat holidays` of Canada and `gazetted holidays` of India are public holidays. */
const statutory = /\b(?:stat|gazetted)(?=\s+(?:holidays?|hols?)\b)/giu

/** `does the check digit hold up?`, `123 456 782, pass or fail?`: whether a value is valid. */
const verdicts = [
  /(?<=\b(?:does|do|did|will|would|should)\b[^.?!]{1,80}\s)(?:holds?(?: up)?|works? out|adds? up|checks? out|stacks? up)(?=\s*(?:[?,;.]|and\b|or\b|$))/giu,
  /\b(?:correct|right|valid|proper)\s(?:format|form|syntax|structure)(?=\s*(?:[?.!]|$))/giu,
  /\b(?:pass or fail|(?:properly|correctly|rightly) (?:formed|formatted))\b/giu,
]

/** `working days …, not counting weekends and public holidays`: what a working day is. */
const freeDays =
  /,?\s*\(?\b(?:(?:not counting|without|excluding|leaving (?:out|aside)|ignoring)\s+(?:the\s+)?(?:public|bank|national|statutory)\s+holidays(?=\s*[?.!]|\s*$)|(?:not counting|without|excluding|leaving (?:out|aside)|ignoring)(?=\s+(?:the\s+)?(?:US\s+)?federal\s+holidays)|(?:not counting|not including|excluding|excl\.?|without|minus|except)\s+(?:the\s+)?(?:weekends?|(?:(?:public|bank|national|federal|statutory)\s+)?holidays)(?:\s*(?:,|and|or|&|\/)\s*(?:the\s+)?(?:weekends?|(?:(?:public|bank|national|federal|statutory)\s+)?holidays))+)\)?/giu
const workingDays = /\b(?:(?:working|business|work)\s?days?|workdays?)\b/iu

/** `does the last digit add up`, `has too many digits`: the check of a number. */
const lastCharacter =
  /\blast(?=\s(?:digits?|characters?|letters?)\s(?:adds?|add|hold|holds|fits?|match|matches|check|checks|right|correct|ok|okay|wrong|off|work|works)\b)/giu

/** `the check digits of PL61…, and if they're right`: whether the value is valid. */
const ifRight = /\b(?:if|whether)\s(?:it|they|this|that|these)(?:['’](?:s|re)|\s(?:is|are))\s(?=(?:right|correct|valid|ok|okay|fine)\b)/giu

/** `Is PL61… a proper Polish account number?`: the number is the value. */
const accountNumber = /(?<=\b(?:proper|valid|correct|real|genuine)\s(?:\p{L}+\s)?)account\snumber\b/giu

/** `35 knots of wind, how fast is that in km/h`: the measure of what is converted. */
const measureAgain = /\bhow\s(?:fast|heavy|long|tall|far|hot|cold|big|wide|deep)\sis\s(?:that|it|this)(?=\sin\s(?!the\b))/giu

/** `9am to 5pm in New York, what hours is that in Manila?`: two clock times. */
const whatHours = /\bwhat\shours(?=\s(?:is|are)\s(?:that|this|it|those)\b|\s(?:here|there|in|for)\b|\s*[?.!]|\s*$)/giu

/** `Does Denmark use the euro, and if not what is its currency?` */
const ifNot = /\bif\s(?:not|so)(?=,?\s(?:what|which|who|when|where|how)\b)/giu

/** `go back to summer time`: the clocks go forward. */
const backToSummer = /\bback(?=\s+(?:to|on|onto)\s+(?:summer|daylight|dst)\b)/giu

/** `when its Friday 6pm in Tokyo`: `it's`. */
const itsMoment =
  /(?<=\b(?:when|if|while)\s)its(?=\s(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mid(?:night|day)|noon|half|quarter))/giu

/** `how many days is that in total`: the days are counted anyway. */
const inTotal =
  /(?<=\bhow\smany\s(?:\p{L}+\s){0,2}(?:days?|nights?|weeks?|months?|years?)\b[^.?!]{0,80}\s)(?:in\s(?:total|all)|altogether)(?=\s*[?.!]|\s*$)/giu

/** `in the US or somewhere else?`: whether it is there. */
const orElsewhere = /,?\sor\s(?:somewhere\selse|elsewhere|some\sother\splace|another\s(?:place|country))(?=\s*\?|\s*$)/giu

/** `what VAT percentage must be on the invoice`: what it is written on. */
const onPaper =
  /\b(?:goes|must\s(?:go|be)|should\s(?:go|be)|do\s(?:i|we)\s(?:put|write))\son\s(?:an?|the|my|our|their)\s(?:invoices?|bills?|receipts?)\b/giu

/** What shows that `hrs` before it ends a clock time: `SGT`, `local`, `on Friday`. */
const momentBehind = String.raw`(?=\s(?:on\s|local\b|time\b|\p{Lu}{2,4}\b|[mtwfsMTWFS]\p{Ll}+day\b))`

/** `1600 hrs SGT`: a clock time. */
const militaryTime = new RegExp(String.raw`(?<![\d.,])(?:[01]\d|2[0-3])[0-5]\d\s?hrs${momentBehind}`, "gu")

/** `16:00 hrs SGT` */
const hoursBehindClock = new RegExp(String.raw`(?<=\b\d{1,2}:\d{2}\s?)h(?:ou)?rs${momentBehind}`, "gu")

/** `which day of the week is 3 May 2027`: the weekday. Directly in front of a date the word would be read as a part of it. */
const dayOfWeek = /(?<=\b(?:which|what)\s)day\sof\s(?:the\s)?week\b(?!\s+(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu

/** `When will the eclipse take place?`: when it is. */
const takesPlace = /\b(?:takes?|taking|took)\splace\b(?!\s(?:names?|of)\b)/giu

/** `under ISO 4217` */
const underStandard = /\bunder(?=\sISO[\s-]?\d)/giu

/** `Which registry does 196.25.1.1 fall under?`: which one it has. */
const fallsUnder = /(?<=^\W*(?:which|what)\b[^?!]{1,80}\s)(?:falls?|comes?)\sunder(?=\s*(?:[?.!]|$))/giu

/** `does Kyoto have its own airport`: one. */
const ownAirport = /\b(?:its|their|our|his|her|my|your)\sown(?=\s(?:\p{L}+\s)?airports?\b)/giu

/** `Whose BIC is DEUTDEFF?` */
const whoseCode = /\bwhose(?=\s(?:BIC|SWIFT)\b)/giu

/** `a non-working holiday`: a public one. */
const nonWorking = /(?<!\bspecial\s)\bnon-?working(?=\s(?:public\s)?(?:holidays?|days?\soff))/giu

/** `what is the hour in Rotterdam?` */
const theHour = /(?<=\b[Ww]hat(?:['’]s|\sis|\swill\sbe|\swas)\s)the\shour(?=\s(?:now\s)?(?:(?:in|at)\s\p{Lu}|there\b|here\b))/gu

/** `…? Needed for late interest.`: behind a question, what the answer is for. A name in it may be requested too. */
const neededFor =
  /(?<=\?\s)(?:[Nn]eeded|[Rr]equired|[Ww]anted)\sfor\s(?!(?:[^.!]*\s)?(?:too|also|both|each|all|as\swell)\b)[\p{Ll}\s'’-]+[.!]?\s*$/u

/** `how high above the horizon is the sun`: its altitude. */
const aboveHorizon = /(?<=\b(?:how\s(?:high|many\sdegrees)|height|altitude|angle|elevation)\s)above\sthe\shorizon\b/giu

/** `Will the moon be up over Franschhoek?` */
const overPlace =
  /(?<=\b(?:up|visible|seen|rises?|sets?|rising|setting|moon|sun|sunrise|sunset|moonrise|moonset)\s)over(?=\s\p{Lu}\p{Ll})/gu

/** `is it a proper one?`: whether the value is valid. */
const properOne = /\b(?:a|an)\s(?:proper|real|good|valid|correct|genuine)\sone(?=\s*\?)/giu

/** `8:30 tomorrow morning`: the clock says which half of the day. */
const halfOfDay =
  /(?<=\b(?:[01]?\d|2[0-3])[:.]\d\d\s(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\s)(?:in\sthe\s)?morning\b/giu

/** `far too long`: a matter of degree. */
const farToo = /\bfar(?=\stoo\s\p{L})/giu

/** Words of days and of the sky, which are more than what is on a day: `until the sunset on 12 June`, `until the Chinese new year on 17 February`. */
const ofDays =
  "day|days|week|weekend|month|quarter|year|holidays?|eve|(?:mon|tues|wednes|thurs|fri|satur|sun)day|easter|christmas|ramadan|eid|diwali|sun|moon|sunrise|sunset|moonrise|moonset|dawn|dusk|eclipse|solstice|equinox|first|second|third|fourth|last|next|same|end|start|beginning|middle|deadline|due|before|after"

/** `how many weeks until our wedding on 12 June`: what is on the day. A name in it may be a place or a day of its own. */
const eventOnDay = new RegExp(
  String.raw`(?<=\b(?:[Dd]ays?|[Ww]eeks?|[Mm]onths?|[Nn]ights?|[Ss]leeps|[Ll]ong)\b[^.?!]{0,60}\s(?:un)?(?:till?|to)\s)(?:our|my|the|his|her|their|your)\s(?:(?!(?:${ofDays})\b)\p{Ll}[\p{Ll}'’-]*\s){1,3}on\s(?=(?:the\s)?\d|(?:[MTWFSmtwfs]\p{Ll}+day\s+)?(?:\d|[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec))`,
  "gu",
)

/** `which days are the weekend now`: the answer is of the present anyway. */
const weekendNow = /(?<=\bweekend\s)now\b/giu

/** Persons of whom a business has numbers of its own: `customer number 0041446681800`. */
const numbered = "(?:customer|client|user|employee|worker|student|patient|supplier|vendor|agent|staff|broker|passenger|policyholder)"

/** `candidate number +971 …`, `patient dob …`: whose value it is. */
const whose = new RegExp(
  String.raw`\b(?!bank\b|${numbered}\s(?:numbers?|no\.?|account)\b)(?:${persons})(?:['’]s)?(?=\s(?:(?:phone|mobile|telephone|tel|cell|contact|bank|e-?mail)\s)?(?:numbers?|no\.?|phone|mobile|telephone|dob|d\.o\.b\.?|date of birth|e-?mail|iban|account|ip|address)\b)`,
  "giu",
)

/** `which BIC goes with DE75…`: the BIC of it. */
const goesWith = /(?<=\b(?:what|which)\s(?:(?:BIC|SWIFT|bank|currency|calling|dialling|country)(?:\scode)?)\s)goes\swith\b(?!\sit\b)/giu

/** `does it count as a disposable domain`: whether it is one. */
const countAs = /\bcounts?\sas(?=\s(?:an?|the)\b)/giu

/** `most near`: a superlative of those who learn English. */
const superlativeOfNear = /\bmost\s(?:near|close)\b/giu

/** `a holiday only in Quebec or all Canada`, `in the whole of Portugal or only Lisbon`: where in the country it is one. */
const partOrWhole = [
  /\b(?:only\s(?:in\s)?\p{Lu}\p{L}+|(?:in\s)?\p{Lu}\p{L}+\sonly)\sor\s(?:is\sit\s)?(?:in\s)?(?:the\s)?(?:all|whole|entire)(?:\sof)?(?:\sthe)?(?=\s\p{Lu})/gu,
  /(?<=\b(?:whole|all)(?:\sof)?\s(?:the\s)?\p{Lu}\p{L}+)\sor\s(?:only|just)\s(?:in\s)?\p{Lu}\p{L}+/gu,
]

/** `hotel guest`, `bank customer`: the place names the person. */
const placeOfPerson = new RegExp(String.raw`\b(?:hotel|restaurant|shop|store|bank|hospital|pharmacy|school)(?=\s(?:${persons})s?\b)`, "giu")

/** `starts 17.02.2026 and lasts 33 months`: how long, behind a day, which the number before it shows. Hours pass from a clock time, and `lasts` says so. */
const lasting =
  /(?<=\d(?:[^.?!;]|\.(?=\d)){0,60}\s)(?:and\s)?lasts?(?:\sfor)?(?!\s[\p{L}\d.,]+\s?(?:h|hours?|hrs?|minutes?|mins?)\b)(?=\s(?:\d|an?\s|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|twenty|thirty|ninety)\b))/giu

/** `Is pincode... sorry, how far is …`: what the buyer began with and gave up. */
const falseStart =
  /^\W*\p{L}[^?!.\p{N}\p{Lu}]{1,60}(?:\.{2,}|…)\s*(?:(?:no|sorry|wait|ok|okay|well|actually|rather|[Ii]\smean|simpler|better)\b[\s,:]*)+(?=[\p{L}\p{N}])/u

/** `…, because of the spring tides`: why the buyer asks. A name there may be what is to be confirmed: `because of Labour Day`. */
const reason = /,?\s\bbecause\sof\s(?!(?:[^.?!]*\s)?holidays?\b)(?:\p{Ll}[\p{L}'’-]*\s?){1,5}(?=\s*(?:[.?!]|$))/gu

/** `how many digits after the comma` of a currency. */
const decimals = /\b(?:digits|figures|places|numbers)\s(?:after|behind)\sthe\s(?:comma|(?:decimal\s)?point|decimal(?:\scomma)?|dot)\b/giu

/** `full moon in December, what date and what time in Norway`: the answer has both anyway. */
const dateAndTime =
  /(?<=[,;]\s|\band\s)(?:on\s)?(?:what|which)\s(?:date|day)\sand\s(?:at\s)?(?:(?:what|which)\s)?(?:time|hour)\b(?=\s*(?:[?.!]|$)|\sin\s)/giu

/** `the golden hour, or at least the sunset`: both are requested. */
const orElseThat = /\bor\sat\sleast\b/giu

/** `the one in Spain, not Ecuador`: which one is meant is named before. */
const otherOne =
  /(?<=\bthe\sone\s(?:in|from|near)\s(?:the\s)?\p{Lu}[\p{L}'’-]+),?\s(?:and\s)?not\s(?:the\s(?:one\s)?)?(?:in\s|from\s)?\p{Lu}[\p{L}'’-]+(?:\sone)?/gu

/** `Is 6 January a holiday in Bavaria but not in Hesse?`: whether it is one in each. */
const butNotIn =
  /(?<=^\W*(?:is|are|was|will|do|does)\b[^.?!]{1,80}\b(?:holidays?|off|closed)\b[^.?!]{0,40})\bbut\snot(?=\s(?:in|for)\s(?:the\s)?\p{Lu})/giu

/** `which countries use the rand besides South Africa`: the answer lists them all. */
const besidesThese =
  /(?<=\b(?:countries|territories|states|places)\b[^.?!]{1,80})\s(?:besides|apart from|other than|aside from)\s(?:the\s)?[\p{L} ,&]{2,40}(?=\s*(?:[?.!]|$))/giu

/** `the HR form`, `HR says`: the department, and no country. */
const department =
  /\bHR(?=\s(?:forms?|files?|team|departments?|dept|system|software|portal|manager|records?|sheet|data|list|people|says|wants|needs|asks?|asked|told)\b)/gu

const side = String.raw`(?:[1-9]\d{0,3}(?:\.\d{1,3})?|0\.\d{1,3})`
const betweenSides = new RegExp(
  String.raw`(?<=(?<![\p{L}\p{N}.,:])${side}(?:x${side})?)x(?=${side}(?:x${side})?(?:\s|["″]|$|(?:mm|cm|dm|m|in|ft)\b))`,
  "giu",
)

const valid = (match: string): string => "valid".padEnd(match.length)

const blank = (match: string): string => " ".repeat(match.length)

const replacements: ReadonlyArray<readonly [RegExp, (match: string) => string]> = [
  [shortAnd, () => "&"],
  [nonWorking, blank],
  [theHour, (match) => "the time".padEnd(match.length)],
  [farToo, blank],
  [overPlace, (match) => "in".padEnd(match.length)],
  [properOne, valid],
  [halfOfDay, blank],
  [aboveHorizon, blank],
  [neededFor, blank],
  [eventOnDay, blank],
  [/\buntill\b/giu, () => "until "],
  // `how many days till 9 July`
  [
    /(?<=\b(?:days|weeks|months|years|nights|hours|sleeps|long)\s(?:is\sit\s|to\sgo\s)?)till?(?=\s)/giu,
    (match) => "to".padEnd(match.length),
  ],
  // `from today until 20 December`
  [/(?<=\bfrom\b[^.?!]{1,40}\s)(?:un)?till?(?=\s)/giu, (match) => "to".padEnd(match.length)],
  ...[
    statutory,
    idle,
    tag,
    backToSummer,
    lastCharacter,
    ifNot,
    ifRight,
    accountNumber,
    itsMoment,
    inTotal,
    orElsewhere,
    countAs,
    whose,
    placeOfPerson,
    lasting,
    falseStart,
    reason,
    dateAndTime,
    otherOne,
    besidesThese,
    department,
    onPaper,
    weekendNow,
    fallsUnder,
  ].map((idiom) => [idiom, blank] as const),
  [whatHours, () => "what time "],
  [measureAgain, (match) => "what is that".padEnd(match.length).slice(0, match.length)],
  ...partOrWhole.map((idiom) => [idiom, (match: string) => " in".padEnd(match.length)] as const),
  // `8x12 inches`, `60x40x40cm`
  [betweenSides, () => "×"],
  [decimals, (match) => "decimals".padEnd(match.length)],
  [butNotIn, (match) => "and".padEnd(match.length)],
  [orElseThat, (match) => "and".padEnd(match.length)],
  // The full name of the capital.
  [/\bSantiago de Chile\b/gu, (match) => "Santiago, Chile".padEnd(match.length)],
  [takesPlace, blank],
  // `42 US short tons`: there are no others.
  [/\b(?:US|U\.S\.|American)\s(?=short\stons?\b)/gu, blank],
  [dayOfWeek, (match) => "weekday".padEnd(match.length)],
  [underStandard, (match) => "in".padEnd(match.length)],
  [ownAirport, (match) => "an".padEnd(match.length)],
  [whoseCode, (match) => "which".padEnd(match.length)],
  // `the rfc1918 range`
  [/\brfc\s?1918\b/giu, (match) => "private".padEnd(match.length)],
  [militaryTime, (match) => `${match.slice(0, 2)}:${match.slice(2, 4)}`.padEnd(match.length)],
  [hoursBehindClock, blank],
  [/\bover there\b/giu, (match) => "there".padEnd(match.length)],
  [/\btonite\b/giu, () => "today "],
  [goesWith, (match) => "of".padEnd(match.length)],
  [superlativeOfNear, (match) => "nearest".padEnd(match.length)],
  ...verdicts.map((idiom) => [idiom, valid] as const),
]

/** A text without idioms that change nothing, and with `and` and `until` for how people write them. All positions stay. */
export const withoutIdioms = (text: string): string =>
  replacements.reduce(
    (read, [idiom, replacement]) => (idiom.global ? read.replaceAll(idiom, replacement) : read.replace(idiom, replacement)),
    workingDays.test(text) ? text.replaceAll(freeDays, blank) : text,
  )
