"""The closed vocabularies of a natural book: of rules, labels and headings, and of what tests measure.

None of a label says whether a rule holds, where, when, how often, for whom, or what the answer is. A missing word
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
back be can check clearly come comes consideration cross crossed directly discard discarded discards dismiss
dismissed do does effectively exam exclusion exclusions finding findings following impossible incompatible
inconsistent level levels list listed longer must off outs provide provides remove removed scan score scores
struck there thereby therefore will
""")
) - _words("record recorded leave leaves leaving keep keeps keeping spare spares sparing note noted")
"""Words of rules. They make no rule by themselves (`plain_rules.py` has the forms): a finding names any other word."""

LABEL_WORDS = KINDS | _words("""
a action actions an and exam exclusions finding findings for in interval level levels of or outcome outcomes
outs range ranges reading readings result results rule scan score scores test tests the value values
""")
"""What a label may hold, a line that only names something."""

DENIALS = _words("no not nothing none")
"""One of these may stand in a rule: then the reader has recorded a denial, or that nothing is ruled out."""

HEADING_WORDS = (LABEL_WORDS - _words("exclusions outs rule")) | _words("""
analysis background book closing conclusion contents diagnostic guide guidebook handbook how interpretation
interpretations interpreting introduction medical overview part purpose section summary their to understanding
""")
"""What a heading may hold: hardly a verb, and nothing of ruling out."""
TABLE_HEAD_WORDS = HEADING_WORDS | LABEL_WORDS
"""What the head of a table may hold that does not tell what is ruled out."""
QUALITIES = _words("""
acute aerobic aesthetic alkaline ancient aortic aquatic aromatic artistic autoimmune bacterial basic benign bitter
blue body's bony bright brittle brown careful cheap chemical chronic classic clinical cognitive cold collective
colorful coloured cool crystalline cultural curious dark deep dietary digestive dry economic edible electrical
electronic emotional fatty festive flammable flat folk fragile fresh fungal gaseous genetic gentle gradual green
grey harmful harmonic heavy hereditary historical hot human immune infectious infective inflammatory inherited inner
intense internal invasive legendary light liquid living lyrical magical malignant marine melodic mental metallic moist
mucous musical mythical natural nervous neurological noninvasive oily optical oral organic outer painful pale
parasitic physical poetic polar progressive psychological pure quiet red regional religious respiratory rhythmic rich
rough rural salty sexual sharp simple skeletal social soft solid soluble sour specialised specialized spoken sticky
stiff structural sweet synthetic systemic tall technical traditional transparent tropical urban vascular verbal viral
visible visual vocal volatile warm wet white wild wooden yellow
""")
"""Qualities of what a test measures or what a truth is. None of them is a quantity, a frequency or a time."""
THINGS = _words("""
abdomen abilities ability accent accumulation aches acid acidity acids activity air airway airways alcohol alloy
amount amounts anemia animal animals antibodies antibody anxiety area areas arm arteries artery article ash attention
awareness back bacteria bacterium balance band base beat beats behavior behaviour bile bird birds bladder blood boat
body bone bones bowel brain breath breathing brightness bubbles building buildup burning calcium cancer carbon
cardiovascular cell cells chest cholesterol chords circulation clay cloth clots cloud cluster coast cold colon color
colors colour colours components compound compounds concentration connection consistency construction coordination
cough creativity creature creatures crystal crystals culture cultures dance degree density deposits depression
development diabetes diarrhea diet digestion discomfort dizziness dough drink drug drugs drum drums ear ears
earth education electricity electrons element emotion emotions energy engine environment enzyme enzymes esophagus
exposure expression eye eyes face factor factors family fat fatigue feathers feelings fever fiber fibre field fish
flame flavor flavour flow flower flowers flu fluid fluids folklore food foods foot force forest fracture fractures
frequency fruit fruits fuel function functioning fungi fur gas gases gene gland glands glass glucose gold grammar
graph grass growth guitar gut hair hand hands harmony head headache headaches healing health hearing heart heartbeat
heat height hemoglobin hips hole home hormone hormones hospital house hydrogen hypertension ice image images immunity
inflammation ink insects inside instrumentation insulin intelligence intensity interest intestine intestines iron
irritation joint joints kidney kidneys land language languages lava layer layers leaves leg legs length lesion lesions
level levels life light limb lipid lipids liquid liver logic lung lungs lyrics magma mammals mantle markers marrow
mass material materials meal meat medication medications medicine melody membrane memory metabolism metal metals
microorganisms microscope milk mind mineral minerals mood mosquitoes motion motivation mountain mountains mouth
movement movements mucus murmurs muscle muscles music nausea neck nerve nerves nose notes nutrients odor odour organ
organism organisms organs oxygen pace pain painting pancreas paper parasite parasites particles passages pathogens
patterns perception phlegm phrases piano pigment pipe pitch plant plants plaque platelets plates pneumonia poetry
poison pollen pores precipitate pressure problem-solving properties property protein proteins protons pulse purity
questionnaire radiation rain rash rate rates ratio reasoning region regions rhythm rhythms rich river rivers rock
rocks root roots sadness saliva salt salts sand sea secretion seed seeds sense severity sex shape shapes shortness
sight sign signal signals silver singing size skeleton skill skills skin sky sleep smell smoke soil solids solubility
solution solvent song songs sore sores sound sounds source space species spectrum speech speed spine stars state steel
stem stomach stone stones strain strength stress stroke structure structures style styles substance substances sugar
sulfur sun swelling system systems taste teamwork temperature tempo tendons tension therapy thickness thinking thought
throat tissue tissues tongue tooth toxin toxins traces tract tradition transmission tree trees tube tumor tumors ulcer
ulcers ultrasound urine vaccine valve valves vein veins vessel vessels virus viruses viscosity vision vitamin vitamins
vocabulary vocals voice volume vomiting waist walls waste water waves weakness weather weight wind wing wings wood
wound wounds
""")
"""Things that a test measures or that a truth affects. No person, time, lack or kind of result is among them."""
TECHNICAL = re.compile(
    r"[a-z]{2,}(?:itis|emia|aemia|cytes?|cytic|globins?|pathy|pathies|oscopy|oscopic|ography|ographic|ometry"
    r"|ometric|oscopes?|plasty"
    r"|ectomy|virus(?:es)?|toxins?|amines?|aldehydes?|ketones?"
    r"|carbons?|oxides?|chlorides?|sulfates?|nitrates?|carbonates?)"
)
"""Terms of medicine and chemistry, by their endings."""
