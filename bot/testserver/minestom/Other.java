// SPDX-License-Identifier: MIT

// A server of another author's library, Minestom, for make test-other: what it sends is Minestom's, and the rules of
// survival that the goals need are these few. One JSON object a line on stdin and stdout, as ../README.md says of the
// test server, with the commands of run below.

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.coordinate.Point;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityCreature;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.ItemEntity;
import net.minestom.server.entity.Player;
import net.minestom.server.entity.damage.Damage;
import net.minestom.server.event.GlobalEventHandler;
import net.minestom.server.event.entity.EntityAttackEvent;
import net.minestom.server.event.entity.EntityDeathEvent;
import net.minestom.server.event.inventory.InventoryCloseEvent;
import net.minestom.server.event.inventory.InventoryItemChangeEvent;
import net.minestom.server.event.inventory.InventoryPreClickEvent;
import net.minestom.server.event.item.ItemDropEvent;
import net.minestom.server.event.item.PickupItemEvent;
import net.minestom.server.event.item.PlayerFinishItemUseEvent;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.event.player.PlayerBlockBreakEvent;
import net.minestom.server.event.player.PlayerBlockInteractEvent;
import net.minestom.server.event.player.PlayerBlockPlaceEvent;
import net.minestom.server.event.player.PlayerChatEvent;
import net.minestom.server.event.player.PlayerDisconnectEvent;
import net.minestom.server.event.player.PlayerRespawnEvent;
import net.minestom.server.event.player.PlayerSpawnEvent;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.LightingChunk;
import net.minestom.server.instance.block.Block;
import net.minestom.server.inventory.AbstractInventory;
import net.minestom.server.inventory.Inventory;
import net.minestom.server.inventory.InventoryType;
import net.minestom.server.inventory.PlayerInventory;
import net.minestom.server.item.ItemStack;
import net.minestom.server.item.Material;
import net.minestom.server.timer.TaskSchedule;

public final class Other {
  /** The ground's height: blocks stand on y 40. */
  private static final int GROUND = 40;
  private static final Pos SPAWN = new Pos(0.5, GROUND, 0.5);
  /** How long a furnace takes for an item. */
  private static final Duration SMELT = Duration.ofSeconds(2);
  /** What a grid makes: rows of a shape, or what lies in it in any order. */
  private record Recipe(List<String> shape, String result, int count) {}
  private static final List<Recipe> RECIPES = List.of(
      new Recipe(List.of("oak_log"), "oak_planks", 4),
      new Recipe(List.of("oak_planks", "oak_planks"), "stick", 4),
      new Recipe(List.of("oak_planks oak_planks", "oak_planks oak_planks"), "crafting_table", 1),
      new Recipe(List.of("oak_planks oak_planks oak_planks", "- stick -", "- stick -"), "wooden_pickaxe", 1),
      new Recipe(List.of("oak_planks", "oak_planks", "stick"), "wooden_sword", 1),
      new Recipe(List.of("cobblestone cobblestone cobblestone", "- stick -", "- stick -"), "stone_pickaxe", 1),
      new Recipe(List.of("cobblestone cobblestone cobblestone", "cobblestone - cobblestone", "cobblestone cobblestone cobblestone"), "furnace", 1),
      new Recipe(List.of("oak_planks oak_planks oak_planks", "oak_planks - oak_planks", "oak_planks oak_planks oak_planks"), "chest", 1));
  private static final Map<String, String> SMELTS = Map.of("raw_iron", "iron_ingot", "beef", "cooked_beef", "cobblestone", "stone");
  private static final Map<String, String> DROPS = Map.of("stone", "cobblestone", "grass_block", "dirt", "iron_ore", "raw_iron", "coal_ore", "coal");

  private static final Gson GSON = new Gson();
  private static final TreeMap<String, Integer> counts = new TreeMap<>();
  private static final Map<BlockVec, Inventory> stores = new HashMap<>();
  private static InstanceContainer world;
  /** Creatures are taken away at the first blow, as Minestom's own example servers do. */
  private static volatile boolean takesAway;

  private Other() {}

  public static void main(String[] args) throws Exception {
    var server = MinecraftServer.init();
    MinecraftServer.getExceptionManager().setExceptionHandler(err -> {
      var text = new StringWriter();
      err.printStackTrace(new PrintWriter(text));
      say(Map.of("event", "fault", "error", text.toString()));
    });
    world = MinecraftServer.getInstanceManager().createInstanceContainer();
    world.setChunkSupplier(LightingChunk::new);
    world.setGenerator(unit -> {
      unit.modifier().fillHeight(0, 1, Block.BEDROCK);
      unit.modifier().fillHeight(1, GROUND - 4, Block.STONE);
      unit.modifier().fillHeight(GROUND - 4, GROUND - 1, Block.DIRT);
      unit.modifier().fillHeight(GROUND - 1, GROUND, Block.GRASS_BLOCK);
    });
    for (int x = -3; x <= 3; x++) for (int z = -3; z <= 3; z++) world.loadChunk(x, z).join();
    renew();
    survival(MinecraftServer.getGlobalEventHandler());
    server.start("127.0.0.1", 0);
    say(Map.of("event", "listening", "port", MinecraftServer.getServer().getPort(), "version", MinecraftServer.VERSION_NAME));
    commands();
    MinecraftServer.stopCleanly();
    System.exit(0);
  }

  /** The ground around the spawn as it was at first: level, with trees, stone and ore. */
  private static void renew() {
    stores.clear();
    for (int x = -16; x <= 16; x++) for (int z = -16; z <= 16; z++) for (int y = GROUND - 12; y < GROUND + 8; y++) {
      world.setBlock(x, y, z, y >= GROUND ? Block.AIR : y == GROUND - 1 ? Block.GRASS_BLOCK : y >= GROUND - 4 ? Block.DIRT : Block.STONE);
    }
    for (int i = 0; i < 6; i++) for (int y = 0; y < 4; y++) world.setBlock(-8 + i * 3, GROUND + y, 9, Block.OAK_LOG);
    for (int i = 0; i < 16; i++) world.setBlock(9 + i % 4, GROUND + i / 8, -6 + i / 4 % 2, Block.STONE);
  }

  private static synchronized void say(Map<String, ?> o) {
    System.out.println(GSON.toJson(o));
  }

  private static synchronized void count(String what, String name) {
    counts.merge(what + ":" + name, 1, Integer::sum);
  }

  private static String plain(Material m) {
    return m.key().value();
  }

  private static void survival(GlobalEventHandler on) {
    on.addListener(AsyncPlayerConfigurationEvent.class, e -> {
      e.setSpawningInstance(world);
      e.getPlayer().setRespawnPoint(SPAWN);
    });
    on.addListener(PlayerSpawnEvent.class, e -> {
      if (!e.isFirstSpawn()) return;
      e.getPlayer().setGameMode(GameMode.SURVIVAL);
      say(Map.of("event", "join", "player", e.getPlayer().getUsername()));
    });
    on.addListener(PlayerDisconnectEvent.class, e -> say(Map.of("event", "leave", "player", e.getPlayer().getUsername())));
    on.addListener(PlayerRespawnEvent.class, e -> say(Map.of("event", "respawn", "player", e.getPlayer().getUsername())));
    on.addListener(PlayerBlockBreakEvent.class, e -> {
      var block = e.getBlock().key().value();
      count("dug", block);
      lay(ItemStack.of(Material.fromKey(DROPS.getOrDefault(block, block))), e.getBlockPosition().asVec().add(0.5, 0.3, 0.5));
      stores.remove(e.getBlockPosition());
    });
    on.addListener(PlayerChatEvent.class, e -> count("said", e.getRawMessage()));
    on.addListener(PlayerBlockPlaceEvent.class, e -> count("placed", e.getBlock().key().value()));
    on.addListener(PickupItemEvent.class, e -> {
      if (!(e.getLivingEntity() instanceof Player p) || !p.getInventory().addItemStack(e.getItemStack())) e.setCancelled(true);
      else count("picked", plain(e.getItemStack().material()));
    });
    on.addListener(ItemDropEvent.class, e -> {
      var p = e.getPlayer();
      var item = lay(e.getItemStack(), p.getPosition().add(0, p.getEyeHeight(), 0));
      item.setVelocity(p.getPosition().direction().mul(6));
      count("thrown", plain(e.getItemStack().material()));
    });
    on.addListener(EntityAttackEvent.class, e -> {
      if (!(e.getEntity() instanceof Player p) || !(e.getTarget() instanceof EntityCreature c)) return;
      if (takesAway) {
        count("taken", c.getEntityType().key().value());
        c.remove();
      } else c.damage(Damage.fromPlayer(p, 5));
    });
    on.addListener(EntityDeathEvent.class, e -> {
      if (e.getEntity() instanceof Player p) say(Map.of("event", "death", "player", p.getUsername()));
      else {
        count("killed", e.getEntity().getEntityType().key().value());
        if (e.getEntity().getEntityType() == EntityType.COW) lay(ItemStack.of(Material.BEEF), e.getEntity().getPosition().add(0, 0.3, 0));
      }
    });
    on.addListener(PlayerBlockInteractEvent.class, e -> {
      var open = switch (e.getBlock().key().value()) {
        case "crafting_table" -> new Inventory(InventoryType.CRAFTING, "Crafting");
        case "chest" -> store(e.getBlockPosition(), InventoryType.CHEST_3_ROW, "Chest");
        case "furnace" -> store(e.getBlockPosition(), InventoryType.FURNACE, "Furnace");
        default -> null;
      };
      if (e.getBlock().getProperty("in_wall") != null) { // a gate
        world.setBlock(e.getBlockPosition(), e.getBlock().withProperty("open", "true"));
        count("opened", e.getBlock().key().value());
        e.setBlockingItemUse(true);
      }
      if (open == null || e.getPlayer().isSneaking()) return;
      e.setBlockingItemUse(true);
      e.getPlayer().openInventory(open);
    });
    on.addListener(PlayerFinishItemUseEvent.class, e -> {
      if (!plain(e.getItemStack().material()).equals("bread")) return;
      e.getPlayer().setItemInHand(e.getHand(), e.getItemStack().consume(1));
      e.getPlayer().setFood(Math.min(20, e.getPlayer().getFood() + 5));
      count("eaten", "bread");
    });
    on.addListener(InventoryPreClickEvent.class, Other::clicked);
    on.addListener(InventoryItemChangeEvent.class, e -> {
      if (grid(e.getInventory()) instanceof Grid g && e.getSlot() != g.result) show(e.getInventory(), g);
      if (e.getInventory() instanceof Inventory w && w.getInventoryType() == InventoryType.FURNACE) smelt(w);
    });
    on.addListener(InventoryCloseEvent.class, e -> {
      var g = grid(e.getInventory());
      if (g == null || e.getInventory() instanceof PlayerInventory) return;
      for (int i = g.first; i < g.first + g.width * g.width; i++) {
        var item = e.getInventory().getItemStack(i);
        if (!item.isAir()) e.getPlayer().getInventory().addItemStack(item);
      }
    });
  }

  private static ItemEntity lay(ItemStack item, Point at) {
    var e = new ItemEntity(item);
    e.setPickupDelay(Duration.ofMillis(500)); // Minestom's own
    e.setInstance(world, at.asPos());
    return e;
  }

  private static Inventory store(BlockVec at, InventoryType type, String title) {
    return stores.computeIfAbsent(at, k -> new Inventory(type, title));
  }

  /** Where a window has its grid; null for one without. */
  private record Grid(int result, int first, int width) {}

  private static Grid grid(AbstractInventory w) {
    if (w instanceof PlayerInventory) return new Grid(36, 37, 2);
    return w instanceof Inventory i && i.getInventoryType() == InventoryType.CRAFTING ? new Grid(0, 1, 3) : null;
  }

  private static void show(AbstractInventory w, Grid g) {
    var made = made(w, g);
    if (!w.getItemStack(g.result).equals(made)) w.setItemStack(g.result, made);
  }

  /** What lies in the grid makes this. */
  private static ItemStack made(AbstractInventory w, Grid g) {
    int low = g.width, left = g.width, high = -1, right = -1;
    for (int i = 0; i < g.width * g.width; i++) {
      if (w.getItemStack(g.first + i).isAir()) continue;
      low = Math.min(low, i / g.width);
      high = Math.max(high, i / g.width);
      left = Math.min(left, i % g.width);
      right = Math.max(right, i % g.width);
    }
    var rows = new ArrayList<String>();
    for (int y = low; y <= high; y++) {
      var row = new ArrayList<String>();
      for (int x = left; x <= right; x++) {
        var item = w.getItemStack(g.first + y * g.width + x);
        row.add(item.isAir() ? "-" : plain(item.material()));
      }
      rows.add(String.join(" ", row));
    }
    for (var r : RECIPES) if (r.shape.equals(rows)) return ItemStack.of(Material.fromKey(r.result), r.count);
    return ItemStack.AIR;
  }

  /** The result of a grid is taken onto the cursor, and paid for. */
  private static void clicked(InventoryPreClickEvent e) {
    var w = e.getInventory();
    var g = grid(w);
    if (g == null || e.getSlot() != g.result) return;
    e.setCancelled(true);
    var made = w.getItemStack(g.result);
    var inventory = e.getPlayer().getInventory();
    if (made.isAir() || !inventory.getCursorItem().isAir()) return;
    inventory.setCursorItem(made);
    for (int i = g.first; i < g.first + g.width * g.width; i++) {
      var item = w.getItemStack(i);
      if (!item.isAir()) w.setItemStack(i, item.consume(1));
    }
    count("crafted", plain(made.material()));
    show(w, g);
  }

  private static void smelt(Inventory w) {
    MinecraftServer.getSchedulerManager().buildTask(() -> {
      var in = w.getItemStack(0);
      var result = SMELTS.get(plain(in.material()));
      var out = w.getItemStack(2);
      if (in.isAir() || result == null || w.getItemStack(1).isAir() || (!out.isAir() && !plain(out.material()).equals(result))) return;
      if (in.amount() == 1) w.setItemStack(1, w.getItemStack(1).consume(1)); // one fuel for each lot is rule enough
      w.setItemStack(2, out.isAir() ? ItemStack.of(Material.fromKey(result)) : out.withAmount(out.amount() + 1));
      w.setItemStack(0, in.consume(1));
      count("smelted", result);
    }).delay(TaskSchedule.duration(SMELT)).schedule();
  }

  private static void commands() throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      var c = GSON.fromJson(line, JsonObject.class);
      var answer = new HashMap<String, Object>();
      answer.put("id", c.get("id").getAsInt());
      try {
        answer.putAll(run(c));
        answer.put("ok", true);
      } catch (RuntimeException err) {
        answer.put("ok", false);
        answer.put("error", String.valueOf(err.getMessage()));
      }
      say(answer);
    }
  }

  private static Player player(JsonObject c) {
    var p = MinecraftServer.getConnectionManager().getOnlinePlayerByUsername(c.get("player").getAsString());
    if (p == null) throw new IllegalArgumentException("no such player");
    return p;
  }

  private static Pos at(JsonObject c) {
    return new Pos(c.get("x").getAsDouble(), c.get("y").getAsDouble(), c.get("z").getAsDouble());
  }

  private static Map<String, ?> run(JsonObject c) {
    switch (c.get("cmd").getAsString()) {
      case "give" -> player(c).getInventory().addItemStack(ItemStack.of(Material.fromKey(c.get("item").getAsString()), c.get("count").getAsInt()));
      case "clear" -> player(c).getInventory().clear();
      case "inventory" -> {
        return Map.of("items", items(player(c).getInventory()));
      }
      case "chest" -> {
        var w = stores.get(new BlockVec(at(c)));
        return Map.of("items", w == null ? List.of() : items(w));
      }
      case "block" -> {
        return Map.of("block", world.getBlock(at(c)).key().value());
      }
      case "vitals" -> player(c).setFood(c.get("food").getAsInt());
      case "lay" -> lay(ItemStack.of(Material.fromKey(c.get("item").getAsString())), at(c));
      case "setblock" -> world.loadChunk(at(c)).thenRun(() -> world.setBlock(at(c), Block.fromKey(c.get("block").getAsString()))).join();
      case "counts" -> {
        synchronized (Other.class) {
          return Map.of("counts", new TreeMap<>(counts));
        }
      }
      case "player" -> {
        var p = player(c);
        return Map.of("position", Map.of("x", p.getPosition().x(), "y", p.getPosition().y(), "z", p.getPosition().z()), "health", p.getHealth(), "food", p.getFood(),
            "head", plain(p.getHelmet().material()), "yaw", p.getPosition().yaw());
      }
      case "teleport" -> player(c).teleport(at(c)).join();
      case "mob" -> new EntityCreature(EntityType.fromKey(c.get("mob").getAsString())).setInstance(world, at(c)).join();
      case "renew" -> renew();
      case "fills" -> store(new BlockVec(at(c)), InventoryType.CHEST_3_ROW, "Chest").addItemStack(ItemStack.of(Material.fromKey(c.get("item").getAsString()), c.get("count").getAsInt()));
      case "takes" -> takesAway = c.get("away").getAsBoolean();
      case "kill" -> player(c).kill();
      case "clearmobs" -> {
        for (Entity e : world.getEntities()) if (e instanceof EntityCreature || e instanceof ItemEntity) e.remove();
      }
      default -> throw new IllegalArgumentException("there is no such command");
    }
    return Map.of();
  }

  private static List<Map<String, ?>> items(AbstractInventory w) {
    var out = new ArrayList<Map<String, ?>>();
    for (int i = 0; i < w.getSize(); i++) {
      var item = w.getItemStack(i);
      if (!item.isAir()) out.add(Map.of("slot", i, "item", plain(item.material()), "count", item.amount()));
    }
    return out;
  }
}
