"""The closed vocabularies of a natural book: of rules, descriptions of tests and truths, and remarks on the book.

None of them says whether a rule holds, where, when, how often, for whom, or what the answer is. A word that is missing
costs a right book its *checked*; a word too many could let a wrong remark pass. So a doubtful word is left out.
"""

from __future__ import annotations

import re

from boxwright.blackboxes.reasoning.kumo.books.vocabulary import ENGLISH_WORDS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KINDS = _words("""
abilities ability beast beasts being beings candidate candidates case cases chemical chemicals compound compounds
condition conditions creature creatures diagnoses diagnosis disease diseases disorder disorders element elements genre
genres illness illnesses infection infections option options possibilities possibility skill skills style styles
substance substances truth truths
""")
"""What truths are called."""

RULE_WORDS = (
    ENGLISH_WORDS
    | KINDS
    | _words("""
any back be came can check clearly come comes consideration context cross crossed did directly discard discarded
discards dismiss dismissed do does effectively exam exclusion exclusions finding findings following here impossible
incompatible inconsistent level levels list listed longer may must off outs particular provide provides remove removed
scan score scores specific specifically struck there thereby therefore will
""")
) - _words("record recorded leave leaves leaving keep keeps keeping spare spares sparing note noted")
"""What a sentence that states a rule may hold beside names, outcomes and one denial."""

LABEL_WORDS = KINDS | _words("""
a action actions an and exam exclusions finding findings following for in interval level levels of or outcome outcomes
outs range ranges reading readings result results rule scan score scores test tests the value values
""")
"""What a label may hold, a line that only names something."""

DENIALS = _words("no not nothing none")
"""One of these may stand in a rule: then the reader has recorded a denial, or that nothing is ruled out."""

REASON_WORDS = _words("""
are as be because been cause do does due finding findings fit given implies imply implying indicate indicated
indicates indicating is it match mean meaning means not of owing point pointing points reflect reflecting reflects
result results since such suggest suggested suggesting suggests that these they this toward towards unlikely where
which while
""") - _words("do does not")
"""What may introduce a reason, or what an outcome suggests besides."""

BOOK_WORDS = KINDS | _words("""
a accuracy accurate accurately action actions aid aiding aids aim aimed aims along also an analyses analysis and
approach appropriate as assist assisting assists at background based below between brief by can care carefully causes
certain clarify clear clearly clinical closing common comprehensive concise conclusion contents context cover covered
covers decision decisions describe described describes describing designed detail detailed details diagnostic
diagnostics effective effectively eliminate eliminated eliminates eliminating elimination evaluate examine examining
exclude excluded excludes excluding exclusion exclusions explain explained explains explore focus focuses following
for from given goal guide guidebook guidebooks handbook has have health healthcare help helping helps here how
important in include includes including information informed interpret interpretation interpretations interpreting
into introduction introductory it its know making manner manual measurement measurements medical method methods narrow
narrowed narrowing objective of offers on or out outcome outcomes outline outlined outlines outs overview part
particular practical process professionals provide provided providers provides providing purpose range ranges read
reader readers reading relationship relationships relevant result resulting results rule ruled rules ruling section
sections selected several specific straightforward streamline students study summary symptoms systematic test tests
that the their them these this through thus to tool tools treatment understand understanding use used useful using
various way we which will with you
""")
"""What a remark on the book itself, or on tests and exclusion in general, may hold; it names nothing of the game."""
BOOK_PHRASES = re.compile(
    r"\bread (?:it|this (?:guide|guidebook|book|handbook)) (?:carefully )?before you begin\b"
    r"|\bone (?:after|by) (?:another|one)\b"
    r"|\beach (?=test|action|disease|condition|candidate)"
    r"|\bnarrow(?:ing|ed)? (?:them |it )?down\b|\b(?:is|are) (?:designed|intended|meant) to\b"
    r"|\b(?:is|are) (?:used|explained|described|covered|outlined|given|provided)\b"
    r"|\b(?:it )?is (?:important|crucial|essential|key)\b"
    r"|\b(?:can|may) be (?=(?:excluded|eliminated|ruled[ -]out)\b)|\b(?:used with|a) patien(?:ce|t)\b|\bbased on\b"
    r"|\b(?:possible|potential) (?=(?:diagnos[ie]s|diseases?|candidates?|causes?|outcomes?|results?)\b)"
    r"|\b(?:the )?(?:aim|goal|purpose) is\b|\bidentify(?:ing)? which\b|\bonce read\b",
    re.IGNORECASE,
)
"""Fixed phrases of such a remark, the only place for what could turn its meaning."""
MISPLACED = re.compile(
    r"\b(?:excluded|eliminated|ruled[ -]out) "
    r"(?!based\b|by\b|in\b|when\b|using\b|through\b|with\b|and\b|or\b|for\b|as\b)[a-z]"
    r"|\b(?:rul(?:e|es|ing) out|exclud(?:e|es|ing)|eliminat(?:e|es|ing))\W+(?:\w+\W+){0,3}?"
    r"(?:tests?|actions?|outcomes?|results?|measurements?|rules?|guide\w*|books?|tables?|sections?)\b"
    r"|\b(?:tests?|actions?|outcomes?|results?|measurements?|rules?)\W+(?:(?:that|which)\W+)?"
    r"(?:can\W+|may\W+)?(?:(?:is|are|be)\W+)?"
    r"(?:excluded|eliminated|ruled[ -]out)\b"
    r"|\b(?:guide\w*|handbook|book) (?:can )?(?:rules? out|exclud\w+|eliminat\w+)\b"
    r"|^\W*(?:rule out|exclude|eliminate)\b|\bthe (?:excluded|eliminated)\b|\b(?:exclu|elimin|rul)\w+.*:\W*$"
    r"|\b(?:accurate|clear|common|practical|straightforward|several|various) (?:and )?"
    r"(?:tests?|actions?|outcomes?|results?|measurements?)\b"
    r"(?=.*\b(?:exclu|elimin|rul))",
    re.IGNORECASE,
)
"""Something else than truths is said to be ruled out, or what is ruled out is spoken of further."""

AFTER_EXCLUSION = KINDS | _words("""
a action actions an and as based by carefully certain common consideration effectively following for from guide
guidebook handbook healthcare in of on or out outcome outcomes particular professionals providers result results
several specific test tests the them these this through using various with
""")
"""What may follow the last word of ruling out in such a remark: what is ruled out, and by what."""

_FUNCTION = _words("""
a an and are around as at be been being between by can different due during each for from has have having in including
into is it its like made may near of on one or other over several such that the their these they this those through to
under up various was well were when where which who whose with within
""")
_DESCRIBES = _words("""
affect affecting affects aid aids allow allows analyse analyses analysing analyze analyzes analyzing assess assesses
assessing associated attack attacks belong belongs carried carries carry cause caused causes causing characterised
characterized check checking checks commonly composed connect connecting connects contain containing contains cooked
create creates damage damages define defined describe describes detect detecting detects determine determines develop
develops diagnose diagnosed diagnosing eaten enter entering evaluate evaluates evaluating examine examines examining
explore explores flows focus focuses form formed forms found function functions grow growing grows help helping helps
identifies identify identifying impact impacts impair impaired include includes including increase increases inspect
inspects invade invading investigate investigates involve involves involving known lead leading leads line lined
lining live lives located mainly marked measure measured measures measuring mix mixes monitor monitors move moves
multiplying narrowing observe observes occur occurring occurs originate originated originates perform performed play
played plays primarily produce produced produces producing protect protects provide provides quantifies quantify
reduce reduced refer referred refers related resulting sediment settle settles sing spread spreads studies study sung
surround surrounds test tests transmitted transport transporting transports typically use used uses using view viewed
views visualise visualises visualize visualizes weaken weakened
""")
_QUALITIES = _words("""
abnormal acute adult aerobic aesthetic alkaline ancient aortic aquatic aromatic artistic autoimmune average bacterial
basic benign bitter blue body's bony bright brittle broad brown careful cheap chemical chronic classic clinical
cognitive cold collective colorful coloured common complex cool crystalline cultural curious dark deep dense dietary
digestive diverse dry early easy economic edible elderly electrical electronic emotional everyday excess experimental
fast fatty festive fine flammable flat folk foreign fragile fresh fungal gaseous general genetic gentle gradual green
grey hard harmful harmonic healthy heavy hereditary high historical hot human immune important increased increasing
infectious infective inflammatory inherited inner intense internal invasive irregular large late legendary light
liquid living local long long-term loud low lower lyrical magical malignant many marine melodic mental metallic mild
minor moist mucous musical mythical narrow natural nervous neurological noninvasive novel oily open optical oral
organic outer painful pale parasitic persistent physical poetic polar popular progressive psychological public pure
quick quiet rapid raw red regional regular religious respiratory rhythmic rich rough routine rural salty severe sexual
sharp short simple skeletal slow small social soft solid soluble sour specialised specialized specific spoken standard
sticky stiff strong structural sudden sweet synthetic systemic tall technical thick thin tiny toxic traditional
transparent tropical upper urban vascular verbal viral visible visual vocal volatile warm weak wet white wide wild
wooden worldwide yellow young
""")
_THINGS = _words("""
abdomen abilities ability abnormalities absence accent accumulation aches acid acidity acids activity adulthood adults
air airway airways alcohol alloy amount amounts anemia animal animals antibodies antibody anxiety area areas arm
arteries artery article artist artists ash attention audience awareness back bacteria bacterium balance band base beat
beats behavior behaviour bile bird birds bladder blood boat body bone bones bowel brain breath breathing brightness
bubbles building buildup burning calcium cancer carbon cardiovascular cell cells century chest child childhood
children cholesterol chords circulation city class clay cloth clots cloud cluster coast cold colon color colors colour
colours communication community components composition compound compounds concentration condition conditions
connection consistency construction content context coordination cough countries country creativity creature creatures
crystal crystals culture cultures current cycles damage dance death decades decline deficiency degeneration degree
density deposits depression design development device diabetes diarrhea diet digestion discomfort disease diseases
disorder disorders distress dizziness doctor doctors dough drink drug drugs drum drums duration ear ears earth ease
education effects electricity electrons element emotion emotions energy engine enlargement environment enzyme enzymes
epidemic epidemics episodes esophagus exam examination exposure expression eye eyes face factor factors family fat
fatigue fear feathers feelings fever fiber fibre field fish flame flavor flavour flow flower flowers flu fluid fluids
folklore food foods foot force forest form fracture fractures frequency fruit fruits fuel function functioning fungi
fur future gas gases gene gland glands glass glucose gold grammar graph grass group groups growth guitar gut hair hand
hands harmony head headache headaches healing health hearing heart heartbeat heat height hemoglobin hips history hole
home hormone hormones hospital hour hours house hydrogen hypertension ice idea ideas illness illnesses image images
immunity inability increase infection infections inflammation ink insects inside instrument instrumentation
instruments insulin intelligence intensity interest intestine intestines iron irritation island joint joints kidney
kidneys kind kinds lack land language languages lava layer layers leaves leg legs length lesion lesions level levels
life light limb lipid lipids liquid liver logic loss lung lungs lyrics machine magma mammals mantle markers marrow
mass material materials meal measure measurement meat medication medications medicine melody membrane memory
metabolism metal metals method microorganisms microscope milk mind mineral minerals mood mosquitoes motion motivation
mountain mountains mouth movement movements mucus murmurs muscle muscles music nausea neck nerve nerves nose notes
nutrients objects odor odour organ organism organisms organs origin oxygen pace pain painting pancreas paper parasite
parasites part particles parts passages pathogens patterns people perception performance period persistence person
personality phase phlegm phrases physician piano pigment pipe pitch place plant plants plaque platelets plates
pneumonia poetry poison pollen population pores precipitate presence pressure problem problem-solving problems
procedure procedures process processes production progression properties property protein proteins protons pulse
purity quality questionnaire radiation rain rash rate rates ratio reaction reactions reasoning region regions rhythm
rhythms rich rise risk river rivers rock rocks room root roots sadness saliva salt salts sample samples sand scene
school screening sea seasons secretion seed seeds sense sensitivity severity sex shape shapes shortness sight sign
signal signals silver singing size skeleton skill skills skin sky sleep smell smoke soil solids solubility solution
solvent song songs sore sores sound sounds source space species spectrum speech speed spine spread spring stage stages
stars state steel stem stomach stone stones strain strength stress stroke structure structures student students style
styles substance substances sugar sulfur summer sun surface swelling symptom symptoms system systems tail tasks taste
teamwork temperature tempo tendons tension test texture therapy thickness thinking thought throat time tissue tissues
tongue tool tooth toxin toxins traces tract tradition transmission treatment tree trees tube tumor tumors type types
ulcer ulcers ultrasound understanding urine use vaccine valve valves variety vein veins vessel vessels view village
virus viruses viscosity vision vitamin vitamins vocabulary vocals voice volume vomiting waist walls waste water waves
weakness weather weight wind wing wings winter wood words work world wound wounds years youth
""")
_OTHERS = _words("other various different several like near as well one")
HEADING_WORDS = (
    LABEL_WORDS
    | (_QUALITIES - _words("low lower high upper open"))
    | _THINGS
    | _words("""
analysis background book by closing conclusion contents diagnostic eliminated elimination excluded exclusion
exclusions guide guidebook handbook how interpretation interpretations interpreting introduction medical on out outs
overview part purpose rule ruled rules section summary the their them to understanding using what with
""")
)
"""What a heading may hold: nouns, and hardly a verb."""
ASIDE_WORDS = REASON_WORDS | ((_FUNCTION | _DESCRIBES | _QUALITIES | _THINGS) - _OTHERS)
"""What a reason, or what an outcome suggests besides, may hold."""
DESCRIBING_WORDS = _FUNCTION | _DESCRIBES | _QUALITIES | _THINGS
"""What the description of a test or a truth may hold: function words, what tests do, plain qualities and things."""
TECHNICAL = re.compile(
    r"[a-z]{2,}(?:itis|emia|aemia|cytes?|cytic|globins?|pathy|pathies|oscopy|oscopic|ography|ographic|ometry"
    r"|ometric|oscopes?|plasty"
    r"|ectomy|virus(?:es)?|toxins?|amines?|aldehydes?|ketones?"
    r"|carbons?|oxides?|chlorides?|sulfates?|nitrates?|carbonates?)"
)
"""Terms of medicine and chemistry, by their endings."""
