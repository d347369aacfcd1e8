import type { PatchMotif } from '#domain/patch-names.ts';

/**
 * Which motif a mission's words ask for, in one language: the motif and its words. One that ends with `*` stands for every
 * word that begins so; Han words are looked for anywhere in the text.
 */
export type PatchWords = readonly (readonly [PatchMotif, string])[];

export const ENGLISH_PATCH_WORDS: PatchWords = [
  ['phone', 'phone* screen* scroll* social tiktok instagram offline unplug* device*'],
  ['toothbrush', 'tooth* teeth floss* dental'],
  ['moon', 'sleep* bed bedtime night* nap lights asleep'],
  ['drop', 'water drink* hydrat* glass* bottle'],
  ['steps', 'step* walk* stroll* barefoot'],
  ['shoe', 'run* jog* marathon sprint* 5k 10k race'],
  ['bicycle', 'bike* biking bicycle* cycl* ride commute'],
  ['swim', 'swim* pool sea surf* wave*'],
  ['mountain', 'hik* climb* mountain* trail* summit stairs'],
  ['tent', 'camp* outdoor* outside nature forest fresh'],
  ['stretch', 'yoga stretch* mobility pilates flexib* posture'],
  ['dumbbell', 'gym lift* strength workout* exercise* push* pull* squat* plank* train* move muscle* fitness'],
  ['breath', 'breath* meditat* quiet calm mindful* silence still pray* prayer*'],
  ['book', 'read* book* page* novel* chapter* quran bible scripture*'],
  ['pencil', 'writ* journal* diary essay* note* blog* poem* homework'],
  [
    'speech',
    'language* speak* talk* word* vocab* spanish english french german arabic malay mandarin chinese japanese korean tamil duolingo',
  ],
  ['letter', 'letter* call* mail* email* inbox message* text mum mom dad grand* friend* family'],
  ['bulb', 'learn* study* studying course* idea* code* coding program* revis* exam* maths math thesis'],
  ['pawn', 'chess puzzle* game* sudoku strategy'],
  ['guitar', 'guitar* music sing* piano violin drum* practi* instrument* song* ukulele'],
  ['palette', 'draw* paint* sketch* art* doodl* colour* color* craft*'],
  ['camera', 'photo* picture* camera film*'],
  ['spool', 'sew* knit* crochet* mend* stitch* embroider*'],
  ['pot', 'cook* dinner meal* kitchen soup lunch recipe*'],
  ['bread', 'bak* bread sourdough dough'],
  ['apple', 'fruit* apple* snack* sugar sweet* healthy diet'],
  ['bowl', 'eat* breakfast vegetable* vegan vegetarian veg veggie* salad* rice fast* protein'],
  ['cup', 'tea coffee caffeine alcohol sober'],
  ['plant', 'plant* garden* grow* seed* green'],
  ['paw', 'dog* cat* pet* puppy'],
  ['broom', 'clean* tid* sweep* declutter* dishes laundry chore* vacuum* house'],
  ['coin', 'sav* money budget* spend* spending invest* debt cash coin*'],
  ['clock', 'wake* early alarm* morning* focus pomodoro hour time'],
  ['sun', 'sun* light daylight smile happy joy'],
  ['heart', 'heart* health* gratitude grateful thank* kind* love* good medicine pill* vitamin*'],
];
