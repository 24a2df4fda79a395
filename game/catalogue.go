// SPDX-License-Identifier: MIT

package game

// FieldType says what a field of an action holds.
type FieldType string

// The field types. A position field stands for the three JSON members x, y
// and z, and an optional dimension.
const (
	TypeItem     FieldType = "item"
	TypeBlock    FieldType = "block"
	TypeTarget   FieldType = "target" // a block, entity or player name
	TypeText     FieldType = "text"
	TypeEnum     FieldType = "enum"
	TypeInteger  FieldType = "integer"
	TypeNumber   FieldType = "number"
	TypePosition FieldType = "position"
	TypeUntil    FieldType = "until"
	TypeEdits    FieldType = "edits"
	TypeCounts   FieldType = "counts" // how many of each item
)

// FieldPosition is the name of the field that stands for x, y and z.
const FieldPosition = "position"

// Field is one argument of an action kind.
type Field struct {
	// Name is the JSON member; FieldPosition stands for x, y and z.
	Name string
	Type FieldType
	// Required fields must be given.
	Required bool
	// V2 fields are known only to bodies that registered protocol 2.
	V2 bool
	// Declared fields are known only to bodies that name them in their capabilities, as
	// "smelt.furnaces".
	Declared bool
	// Player says that a target may be a player, whose name keeps its capitals.
	Player bool
	// Mob says that a target is a kind of mob and nothing else.
	Mob bool
	// Planned fields are the planner's and the caller's to set: no model is asked
	// for them.
	Planned bool
	// Default is used when the field is left out; nil means none.
	Default any
	// Unit of a number: blocks, seconds, items.
	Unit string
	// Min and Max bound a number; both 0 means unbounded.
	Min, Max float64
	// Enum lists the values of a TypeEnum.
	Enum []string
	Doc  string
}

// KindInfo is one row of the catalogue.
type KindInfo struct {
	Kind Kind
	// V1 kinds belong to the base protocol; the others go only to a body that
	// declares them.
	V1 bool
	// Standing actions run until stopped or until their own seconds are over.
	Standing bool
	// Divisible actions can be split into several smaller ones with the same
	// effect, so that each fits a deadline.
	Divisible bool
	// Local actions are sent to no body: they are read from replies and shown
	// as done, there being nothing to do.
	Local bool
	// Once marks the kinds whose effect cannot be verified or undone and which are never
	// repeated when it is uncertain whether they happened.
	Once bool
	// Gathers: takes something out of the world or a container into the inventory.
	Gathers bool
	// NeedsTool: what it needs is a tool, which it wears; seeds and materials are
	// replaced as a matter of course.
	NeedsTool bool
	// Alters: changes blocks of the world, so that protected places forbid it; with
	// AltersWith only when that field is given.
	Alters     bool
	AltersWith string
	// Breaks: the block that it is about is gone afterwards.
	Breaks bool
	// Speaks: its message is a line that others in the game read.
	Speaks bool
	// UsesUp: what it is about (its item, block or recipe's ingredients) leaves the
	// inventory.
	UsesUp bool
	// Resumes: what an earlier attempt did of it stands and is not done again.
	Resumes bool
	// WalksItself: a body goes by itself to what the action is about.
	WalksItself bool
	// StaysPut: the body stays where it is.
	StaysPut bool
	// Shown: states show how it ended, not only that so much time has passed.
	Shown bool
	// AnyOf: at least one of these fields must be given (besides Required).
	AnyOf []string
	// Fields in the order in which they are shown.
	Fields []Field
	// By is how something is got with it: "mining"; empty for kinds that bring
	// nothing.
	By string
	// Per is what its quantity counts of its subject, "pair"; empty where that is each.
	Per string
	// Past is what was done, behind its subject: "3 sticks dropped".
	Past string
	// Doc says what the action does, Complete when it is complete.
	Doc      string
	Complete string
	// Result lists the members that a version 2 body adds to its result.
	Result []string
	// Codes are the failure codes beyond the general ones.
	Codes []Code
}

// Field returns the field of that name.
func (k KindInfo) Field(name string) (Field, bool) {
	for _, f := range k.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Catalogue returns every action kind in the order of the protocol's table.
// The slice is a fresh copy; its rows share their field lists and are not to
// be changed.
func Catalogue() []KindInfo {
	return append([]KindInfo(nil), catalogue...)
}

// Lookup returns the catalogue row of a kind.
func Lookup(k Kind) (KindInfo, bool) {
	for i := range catalogue {
		if catalogue[i].Kind == k {
			return catalogue[i], true
		}
	}
	return KindInfo{}, false
}

// V1Kinds are the kinds that every body of the base protocol has.
func V1Kinds() []Kind {
	var kinds []Kind
	for i := range catalogue {
		if catalogue[i].V1 {
			kinds = append(kinds, catalogue[i].Kind)
		}
	}
	return kinds
}

// DeclaredArguments are the fields that a body has to name in its capabilities, each as
// kind.name.
func DeclaredArguments() []string {
	var list []string
	for i := range catalogue {
		for _, f := range catalogue[i].Fields {
			if f.Declared {
				list = append(list, string(catalogue[i].Kind)+"."+f.Name)
			}
		}
	}
	return list
}

// MostFurnaces is how many furnaces one smelt is shared among: as many as stand within
// reach of one spot.
const MostFurnaces = 8

func quantity(unit, doc string) Field {
	return Field{Name: "quantity", Type: TypeInteger, Default: 1, Unit: unit, Min: 1, Max: 100_000, Doc: doc}
}

func position(required bool, doc string) Field {
	return Field{Name: FieldPosition, Type: TypePosition, Required: required, Unit: "blocks", Doc: doc}
}

func positionV2(doc string) Field {
	f := position(false, doc)
	f.V2 = true
	return f
}

func required(name string, t FieldType, doc string) Field {
	return Field{Name: name, Type: t, Required: true, Doc: doc}
}

func optional(name string, t FieldType, doc string) Field {
	return Field{Name: name, Type: t, Doc: doc}
}

func farm(k Kind, past, doc string, codes ...Code) KindInfo {
	return KindInfo{
		Kind: k, Past: past, Doc: doc, Complete: "that many are done", Result: []string{"delta"},
		Fields: []Field{
			required("target", TypeTarget, "the block, crop or animal"),
			quantity("times", "how many more"),
			positionV2("where; left out, the nearest"),
		},
		Codes: append([]Code{CodeNotFound, CodeMissingItem, CodeMissingTool}, codes...),
	}
}

func gathers(by string, k KindInfo) KindInfo { k.Gathers, k.By = true, by; return k }

func needsTool(k KindInfo) KindInfo { k.NeedsTool = true; return k }

func alters(k KindInfo) KindInfo { k.Alters = true; return k }

func usesUp(k KindInfo) KindInfo { k.UsesUp = true; return k }

func inPairs(k KindInfo) KindInfo { k.Per = "pair"; return k }

// counted is so much of a subject as the kind counts it: "3 dirt", "1 pair of sheep".
func (k *KindInfo) counted(n int, subject string) string {
	if k.Per == "" || subject == "" {
		return Counted(n, subject)
	}
	return Counted(n, k.Per) + " of " + noun(2, subject)
}

var catalogue = []KindInfo{
	{
		Kind: Goto, Past: "reached", V1: true, Doc: "walk to a place", Complete: "the feet are within range", Result: []string{"position"},
		AnyOf: []string{FieldPosition, "target"},
		Fields: []Field{
			position(false, "where to go"),
			{Name: "range", Type: TypeNumber, Default: 1.0, Unit: "blocks", Min: 0, Max: 256, V2: true, Doc: "how near is near enough"},
			{Name: "target", Type: TypeTarget, V2: true, Player: true, Doc: "a block, player or named place instead of a position"},
		},
		Codes: []Code{CodeNoPath, CodeUnreachable, CodeNotFound, CodeWrongDimension},
	},
	{
		Kind: Mine, By: "mining", WalksItself: true, Gathers: true, NeedsTool: true, Alters: true, Breaks: true, Past: "mined",
		V1: true, Divisible: true,
		Doc: "break blocks of one kind and pick up what they drop", Complete: "that many are broken and the drops picked up",
		Result: []string{"delta", "broken"}, AnyOf: []string{"target", FieldPosition},
		Fields: []Field{
			optional("target", TypeBlock, "the block to break"),
			quantity("blocks", "how many more blocks to break"),
			positionV2("this very block"),
			{Name: "until", Type: TypeUntil, V2: true, Doc: "stop when this many more of the item were gained, for drops left to chance"},
		},
		Codes: []Code{CodeNotFound, CodeMissingTool, CodeInventoryFull, CodeUnreachable, CodeProtected},
	},
	{
		Kind: Place, By: "placing blocks", Alters: true, UsesUp: true, Past: "placed", V1: true,
		Doc: "place a block", Complete: "it stands there", Result: []string{"position", "delta"},
		Fields: []Field{
			required("block", TypeBlock, "the block to place"),
			position(false, "where; left out, a free place beside the body"),
		},
		Codes: []Code{CodeMissingItem, CodeUnreachable, CodeNoSupport, CodeProtected},
	},
	{
		Kind: Craft, By: "crafting", WalksItself: true, UsesUp: true, StaysPut: true, Past: "crafted", V1: true, Divisible: true,
		Doc: "craft an item, at a crafting table when the recipe needs one", Complete: "that many were gained",
		Result: []string{"delta"},
		Fields: []Field{
			required("recipe", TypeItem, "the item to make"),
			quantity("items", "how many more items are wanted; the body makes whole batches"),
			{
				Name: "using", Type: TypeCounts, V2: true, Planned: true,
				Doc: "{item: count}, the ingredients that may be used up and no others; left out, the body chooses",
			},
			{
				Name: "station", Type: TypeEnum, V2: true, Declared: true, Planned: true, Enum: []string{"stonecutter"},
				Doc: "where it is made instead of in a grid",
			},
		},
		Codes: []Code{CodeMissingItem, CodeNoStation, CodeInventoryFull, CodeUnknownRecipe},
	},
	{
		Kind: Smelt, By: "smelting", WalksItself: true, UsesUp: true, StaysPut: true, Past: "smelted", V1: true, Divisible: true,
		Doc: "smelt in a furnace", Complete: "that many outputs were collected", Result: []string{"delta"},
		Fields: []Field{
			required("item", TypeItem, "the item that goes in (the input)"),
			quantity("items", "how many inputs to smelt"),
			{Name: "fuel", Type: TypeItem, V2: true, Doc: "the fuel to burn; left out, the body chooses"},
			{
				Name: "furnaces", Type: TypeInteger, V2: true, Declared: true, Planned: true, Min: 1, Max: MostFurnaces,
				Doc: "among how many furnaces at hand the inputs are shared evenly, the nearest first; where fewer stand, among those",
			},
		},
		Codes: []Code{CodeMissingItem, CodeNoStation, CodeNoFuel},
	},
	{
		Kind: Interact, WalksItself: true, Past: "used", V1: true, Once: true,
		Doc: "use a block or an entity once", Complete: "it was used once, or stands as it was to",
		Result: []string{"contents", "stands", "already"}, AnyOf: []string{"target", FieldPosition},
		Fields: []Field{
			optional("target", TypeTarget, "the block or entity"),
			position(false, "where it is"),
			{
				Name: "as", Type: TypeEnum, V2: true, Planned: true, Enum: StatesAsked(),
				Doc: "how a door, trapdoor, gate or lever is to be left; one that is so already is not used",
			},
		},
		Codes: []Code{CodeNotFound, CodeUnreachable, CodeDenied},
	},
	{
		Kind: Chat, StaysPut: true, Speaks: true, Past: "said", V1: true, Once: true,
		Doc: "say a line in the game's chat", Complete: "it was sent",
		Fields: []Field{required("message", TypeText, "one line of at most 256 characters")}, Codes: []Code{CodeDenied},
	},
	{
		Kind: Collect, By: "picking up", WalksItself: true, Gathers: true, Past: "picked up", Divisible: true,
		Doc: "pick up items that lie around", Complete: "that many were picked up", Result: []string{"delta"},
		Fields: []Field{
			required("item", TypeItem, "the item"),
			quantity("items", "how many more"),
			{Name: "radius", Type: TypeNumber, Default: 16.0, Unit: "blocks", Min: 1, Max: 256, Doc: "how far to look"},
		},
		Codes: []Code{CodeNotFound, CodeInventoryFull},
	},
	{
		Kind: Build, Alters: true, UsesUp: true, Resumes: true, Past: "built",
		Doc: "place blocks one after the other, resumable", Complete: "all of them stand",
		Result: []string{"placed", "total", "delta"},
		Fields: []Field{
			required(
				"edits",
				TypeEdits,
				"the blocks in order, each {x, y, z, block} and perhaps state, how it is to stand (facing=north,half=top), "+
					"as far as the body can have it so; stood: it stood so before, and progress does not count it; "+
					"a plant that breaks at a touch gives way; "+
					"what is to be air is dug free, by hand where no tool for it is held; "+
					"farmland is tilled with a hoe, a crop is sown of its seed, a liquid is poured out of its bucket",
			),
		},
		Codes: []Code{CodeMissingItem, CodeUnreachable, CodeProtected},
	},
	{
		Kind: Equip, StaysPut: true, Past: "equipped", Doc: "take an item in hand or put it on", Complete: "it is there",
		Fields: []Field{
			required("item", TypeItem, "the item"),
			{
				Name: "slot", Type: TypeEnum, Enum: []string{"hand", "off_hand", "head", "torso", "legs", "feet"},
				Doc: "where to; left out, where the item belongs",
			},
		},
		Codes: []Code{CodeMissingItem},
	},
	{
		Kind: Consume, UsesUp: true, StaysPut: true, Past: "consumed",
		Doc: "eat or drink", Complete: "it is eaten or drunk", Result: []string{"delta"},
		Fields: []Field{required("item", TypeItem, "the food or drink")}, Codes: []Code{CodeMissingItem, CodeNotHungry},
	},
	{
		Kind: Attack, By: "fighting", WalksItself: true, Gathers: true, Past: "killed",
		Doc: "fight mobs of one kind", Complete: "that many were killed", Result: []string{"delta", "killed"},
		Fields: []Field{
			{Name: "target", Type: TypeTarget, Required: true, Mob: true, Doc: "the kind of mob"},
			quantity("mobs", "how many more to kill"),
			{
				Name: "radius", Type: TypeNumber, Default: 24.0, Unit: "blocks", Min: 1, Max: 256,
				Doc: "how far to look; left out, a body may go and look farther",
			},
		},
		Codes: []Code{CodeNotFound, CodeUnreachable, CodeDied},
	},
	{
		Kind: Drop, UsesUp: true, Past: "dropped",
		Doc: "throw items down", Complete: "they were thrown (within 3 blocks of the player, when one is named)",
		Result: []string{"delta"},
		Fields: []Field{
			required("item", TypeItem, "the item"),
			quantity("items", "how many"),
			optional("to", TypeText, "the player they are for"),
		},
		Codes: []Code{CodeMissingItem, CodeNotFound},
	},
	usesUp(container(Deposit, "put away", "put items into a container")),
	gathers("taking out", container(Withdraw, "taken out", "take items out of a container")),
	{
		Kind: Follow, Past: "followed", Standing: true, Doc: "stay near a player or mob", Complete: "stopped, or the time is over",
		Fields: []Field{
			{Name: "target", Type: TypeTarget, Required: true, Player: true, Doc: "whom to follow"},
			{Name: "distance", Type: TypeNumber, Default: 3.0, Unit: "blocks", Min: 1, Max: 64, Doc: "how near to stay"},
			{Name: "seconds", Type: TypeNumber, Unit: "seconds", Min: 0, Max: 86_400, Doc: "for how long; left out, until stopped"},
		},
		Codes: []Code{CodeNotFound, CodeWrongDimension},
	},
	{
		Kind: Explore, Past: "found",
		Doc: "walk until something is in sight", Complete: "it is in sight", Result: []string{"position", "searched"},
		Fields: []Field{
			required("for", TypeTarget, "the block, entity, biome or structure"),
			{Name: "maxBlocks", Type: TypeInteger, Default: 500, Unit: "blocks", Min: 1, Max: 100_000, Doc: "how far to walk at most"},
			{Name: "maxSeconds", Type: TypeNumber, Default: 600.0, Unit: "seconds", Min: 1, Max: 86_400, Doc: "how long to walk at most"},
			{Name: "direction", Type: TypeEnum, Enum: []string{"north", "east", "south", "west"}, Doc: "which way; left out, the body chooses"},
		},
		Codes: []Code{CodeNotFound},
	},
	{
		Kind: Look, StaysPut: true, Past: "looked at",
		Doc: "look at a place or thing", Complete: "done", AnyOf: []string{FieldPosition, "target"},
		Fields: []Field{position(false, "where to look"), {Name: "target", Type: TypeTarget, Player: true, Doc: "what to look at"}},
	},
	{
		Kind: Use, By: "using items", Alters: true, AltersWith: "item", Past: "used", Once: true,
		Doc: "use an item, on a block or thing when one is given", Complete: "done", Result: []string{"delta"},
		Fields: []Field{
			optional("item", TypeItem, "the item; left out, the one in hand"),
			position(false, "the block to use it on"),
			optional("target", TypeTarget, "the block or entity to use it on"),
		},
		Codes: []Code{CodeMissingItem, CodeProtected},
	},
	{
		Kind: Wait, StaysPut: true, Past: "waited", Standing: true,
		Doc: "do nothing for a while", Complete: "the time is over", AnyOf: []string{"seconds", "until"},
		Fields: []Field{
			{Name: "seconds", Type: TypeNumber, Unit: "seconds", Min: 0, Max: 86_400, Doc: "for how long"},
			{Name: "until", Type: TypeUntil, Doc: "day or night"},
		},
	},
	{
		Kind: Sleep, Past: "slept", Doc: "sleep in a bed", Complete: "it is morning", Result: []string{"delta"},
		Fields: []Field{position(false, "the bed; left out, the nearest")},
		Codes:  []Code{CodeMissingItem, CodeNoBed, CodeNotNight, CodeMonstersNear},
	},
	alters(needsTool(farm(Till, "tilled", "till soil into farmland", CodeProtected))),
	usesUp(alters(farm(Plant, "planted", "plant seeds or saplings", CodeProtected))),
	alters(gathers("farming", farm(Harvest, "harvested", "harvest ripe crops", CodeProtected))),
	usesUp(gathers("breeding", inPairs(farm(Breed, "bred", "breed animals")))),
	needsTool(gathers("shearing", farm(Shear, "shorn", "shear sheep"))),
	usesUp(gathers("milking", farm(Milk, "milked", "milk cows"))),
	needsTool(gathers("fishing", farm(Fish, "caught", "catch fish"))),
	{
		Kind: Travel, WalksItself: true, Alters: true, Past: "travelled to",
		Doc: "go through a portal to another dimension", Complete: "the body is in that dimension",
		Result: []string{"position", "delta"},
		Fields: []Field{{Name: "target", Type: TypeEnum, Required: true, Enum: worlds, Doc: "the dimension; a portal is built where none is known"}},
		Codes:  []Code{CodeMissingItem, CodeNotFound, CodeUnreachable, CodeProtected},
	},
	{
		Kind: Brew, By: "brewing", WalksItself: true, UsesUp: true, StaysPut: true, Past: "brewed", Divisible: true,
		Doc:      "brew a potion in a brewing stand, fuelled with blaze powder",
		Complete: "that many were taken out", Result: []string{"delta"},
		Fields: []Field{
			required("recipe", TypeItem,
				"the potion, named as the states name it: awkward_potion, healing_potion, long_, strong_ or splash_ before it"),
			quantity("potions", "how many more potions are wanted; three bottles are brewed at once where three are held"),
		},
		Codes: []Code{CodeMissingItem, CodeNoStation, CodeNoFuel, CodeInventoryFull, CodeUnknownRecipe},
	},
	{
		Kind: Enchant, WalksItself: true, UsesUp: true, StaysPut: true, Past: "enchanted",
		Doc:      "enchant a tool, weapon or piece of armour at an enchanting table",
		Complete: "it is enchanted", Result: []string{"delta"},
		Fields: []Field{required("item", TypeItem, "what to enchant: one that is held and not enchanted; one lapis lazuli and the levels of the first offer go")},
		Codes:  []Code{CodeMissingItem, CodeNoStation, CodeMissingLevels},
	},
	{
		Kind: Defend, Past: "defended", Standing: true, WalksItself: true, Shown: true,
		Doc: "stay near a place or a player and fight what is hostile there",
		Complete: "so much of the world's time has passed, the body is alive and within the radius, and nothing hostile is; " +
			"what is there at the end is fought for half a minute more",
		Result: []string{"position", "killed"}, AnyOf: []string{FieldPosition, "target"},
		Fields: []Field{
			position(false, "the place"),
			{Name: "target", Type: TypeTarget, Player: true, Doc: "a player instead of a place"},
			{
				Name: "radius", Type: TypeNumber, Default: guardRadius, Unit: "blocks", Min: 2, Max: 32,
				Doc: "how far from there the body goes, and fights; it steps back to eat when hurt",
			},
			{
				Name: "seconds", Type: TypeNumber, Default: guardSeconds, Unit: "seconds", Min: 1, Max: 86_400,
				Doc: "for how long; a night that is slept through passes",
			},
		},
		Codes: []Code{CodeNotFound, CodeNoPath, CodeUnreachable, CodeWrongDimension, CodeDied},
	},
	{
		Kind: Smith, By: "smithing", WalksItself: true, UsesUp: true, StaysPut: true, Past: "smithed", Divisible: true,
		Doc:      "make netherite gear of diamond gear at a smithing table",
		Complete: "that many were taken out", Result: []string{"delta"},
		Fields: []Field{
			required("recipe", TypeItem, "the item to make; it takes a netherite ingot and, since 1.20, a template; enchantments and wear stay"),
			quantity("items", "how many more items are wanted"),
		},
		Codes: []Code{CodeMissingItem, CodeNoStation, CodeInventoryFull, CodeUnknownRecipe},
	},
	{
		Kind: Barter, By: "bartering", WalksItself: true, Gathers: true, UsesUp: true, Past: "bartered",
		Doc:      "throw gold ingots to a piglin and pick up what it throws back",
		Complete: "that many ingots were given, or what it goes on until was gained", Result: []string{"delta"},
		Fields: []Field{
			required("item", TypeItem, "what is given: gold_ingot; golden armour that is held is put on first, without which piglins attack"),
			quantity("items", "how many are given at most"),
			{Name: "until", Type: TypeUntil, Doc: "stop when this many more of the item were gained: what comes is left to chance"},
		},
		Codes: []Code{CodeMissingItem, CodeMissingTool, CodeNotFound, CodeUnreachable, CodeInventoryFull},
	},
	{
		Kind: Trade, By: "trading", WalksItself: true, Gathers: true, UsesUp: true, Past: "traded",
		Doc:      "buy an item of villagers with emeralds, or sell it to them",
		Complete: "that many were gained", Result: []string{"delta"},
		Fields: []Field{
			required("item", TypeItem, "what is sold, or bought"),
			{Name: "for", Type: TypeItem, Planned: true, Doc: "what it is sold for: emerald; without it the item is bought with emeralds"},
			{Name: "quantity", Type: TypeInteger, Planned: true, Default: 1, Unit: "items", Min: 1, Max: 100_000, Doc: "how many more of what is gained are wanted"},
			{
				Name: "price", Type: TypeInteger, Planned: true, Unit: "items", Min: 1, Max: 64,
				Doc: "the most that one trade may take; what a villager offers is looked at first, and no dearer offer is taken",
			},
		},
		Codes: []Code{CodeMissingItem, CodeNotFound, CodeUnreachable, CodeInventoryFull},
	},
	{
		Kind: OpenInventory, WalksItself: true, StaysPut: true, Past: "opened", Local: true,
		Doc: "nothing: a step that replies may hold", Complete: "always",
	},
}

func container(k Kind, past, doc string) KindInfo {
	return KindInfo{
		Kind: k, Past: past, Doc: doc, Complete: "they were moved", Result: []string{"delta", "contents"},
		Fields: []Field{
			required("item", TypeItem, "the item"),
			quantity("items", "how many"),
			position(true, "the container"),
		},
		Codes: []Code{CodeNotFound, CodeMissingItem, CodeInventoryFull, CodeProtected},
	}
}
